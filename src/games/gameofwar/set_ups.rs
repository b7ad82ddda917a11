//! The set-ups from which the engine draws its deployments.

/// By side, as tokens.
pub(super) const SET_UPS: [&[&str]; 2] = [
    &["I@p6,I@c8,I@d8,I@p8,I@v8,I@n9,I@o9,I@u9,I@v9,C@c7,C@d7,C@x8,C@x9,K@e8,W@w9,R@r6,X@c6"],
    &[
        "I@m12,I@n12,I@m13,I@n13,I@t13,I@h14,I@t14,I@i15,I@j15,C@v13,C@g14,C@v14,C@g15,K@u13,W@f14,R@u14,X@h15",
    ],
];
