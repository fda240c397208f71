export { hasDeceptiveCharacters, sanitizeLine, sanitizeName } from "@wmodal/protocol"
