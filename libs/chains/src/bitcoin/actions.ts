export { unbuiltActions as bitcoinActions } from "./unbuilt.ts"
