export { unbuiltDiscovery as discoverBitcoin } from "./unbuilt.ts"
