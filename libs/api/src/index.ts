export * from "./blockchain/contract.ts"
export * from "./contract/Contract.ts"
export * from "./contract/SdkQuery.ts"
export * from "./directory/contract.ts"
