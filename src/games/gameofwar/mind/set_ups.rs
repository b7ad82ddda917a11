//! The set-ups from which the engine draws its deployments, as `scripts/find_set_ups.py` found them by play.

/// By side, as tokens.
#[rustfmt::skip]
pub(super) const SET_UPS: [&[&str]; 2] = [
    &[
        "I@p6,I@c8,I@n8,I@p8,I@u8,I@n9,I@u9,I@v9,I@n10,C@c7,C@d7,C@x8,C@x9,K@e8,W@w9,R@r6,X@c4",
        "I@p6,I@c8,I@d8,I@n8,I@p8,I@u8,I@n9,I@o9,I@u9,C@c7,C@d7,C@x8,C@x9,K@e8,W@w9,R@r6,X@c6",
        "I@n6,I@d8,I@n8,I@p8,I@u8,I@m9,I@u9,I@c10,I@n10,C@c7,C@d7,C@x8,C@x9,K@e8,W@w9,R@r6,X@c4",
        "I@n6,I@d8,I@n8,I@p8,I@u8,I@e9,I@u9,I@c10,I@n10,C@c7,C@d7,C@x8,C@m9,K@g6,W@w9,R@r6,X@c4",
    ],
    &[
        "I@n11,I@m12,I@m13,I@h14,I@t14,I@i15,I@n15,I@u15,I@i16,C@v13,C@g14,C@v14,C@f17,K@u13,W@h12,R@u14,X@h15",
        "I@n11,I@m12,I@m13,I@n13,I@t13,I@h14,I@i15,I@j15,I@u15,C@v13,C@g14,C@v14,C@h17,K@u13,W@h12,R@u14,X@h15",
    ],
];
