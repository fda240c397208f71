export * from "./contract/Chain.ts"
export * from "./contract/Connector.ts"
export * from "./contract/ConnectorError.ts"
export * from "./text/printable.ts"
