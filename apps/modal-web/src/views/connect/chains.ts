export { ForChain } from "./ForChain.tsx"
export { RowChains } from "./RowChains.tsx"
