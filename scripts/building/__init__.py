"""What the programs that build the engine share."""
