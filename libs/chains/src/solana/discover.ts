export { unbuiltDiscovery as discoverSolana } from "./unbuilt.ts"
