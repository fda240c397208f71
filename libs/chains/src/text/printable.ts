export { deceptiveCharacters, hasDeceptiveCharacters, sanitizeLine } from "@wmodal/protocol"
