export { deceiving, isDeceiving, printableLine } from "@wmodal/protocol"
