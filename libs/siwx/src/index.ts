export {
  type Cacao,
  makeSiwxNonce,
  parseDateTime,
  parseSiwxMessage,
  printSiwxMessage,
  type SiwxMessage,
} from "@wmodal/protocol/siwx"
export type { SiwxNode } from "./evm/requestNode.ts"
export { type SiwxExpectation, SiwxOptionsError } from "./SiwxExpectation.ts"
export type { InvalidReason, SiwxVerdict, UnknownReason } from "./SiwxVerdict.ts"
export { type VerificationOptions, verifyCacao, verifySiwx } from "./verifySiwx.ts"
