export { ForChain, RowChains } from "./chainLabels.tsx"
