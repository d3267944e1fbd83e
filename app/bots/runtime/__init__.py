"""Running flows: the engine's steps with what they ask to be done outside, for the sandbox and every channel."""
