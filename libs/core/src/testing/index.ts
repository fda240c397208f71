export * from "./connectorSuite.ts"
export * from "./engineOver.ts"
export * from "./reach.ts"
export * from "./scriptedWallet.ts"
