export { hasDeceptiveCharacters, sanitizeLine } from "@wmodal/protocol"
