//! The networks of the games. They are half of the module's size, so the host supplies those of the game that is
//! played.

use serde_json::{Value, json};
use strategos::games::Variant;
use strategos::search::ExternalNetwork;

/// The network files of a variant.
pub fn files(variant: &[u8]) -> Result<Value, String> {
    let files: Vec<_> = needed(variant)?.iter().map(|network| network.file).collect();
    Ok(json!({ "files": files }))
}

/// Takes the content of a network file.
pub fn supply(variant: &[u8], file: &[u8], content: &[u8]) -> Result<Value, String> {
    let networks = needed(variant)?;
    let network = networks.iter().find(|network| network.file.as_bytes() == file);
    let network = network.ok_or_else(|| format!("no network of this variant ({})", text(file)))?;
    network.supply(content).map_err(|error| format!("{}: {error}", network.file))?;
    Ok(json!({ "supplied": network.file }))
}

fn needed(variant: &[u8]) -> Result<Vec<ExternalNetwork>, String> {
    let name = text(variant);
    let variant = Variant::from_name(&name).ok_or_else(|| format!("unknown variant ({name})"))?;
    Ok(variant.external_networks())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
