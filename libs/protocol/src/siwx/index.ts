export { Cacao, toSignedMessage } from "./cacao.ts"
export { parseDateTime } from "./dateTime.ts"
export {
  addToRecap,
  describeRecap,
  describeRecapByAction,
  parseRecap,
  type Recap,
  recapPrefix,
} from "./recap.ts"
export * from "./SiwxMessage.ts"
