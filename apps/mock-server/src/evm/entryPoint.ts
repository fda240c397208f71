/** The contract that executes user operations, version 0.8, at its public address. Source: ERC-4337. */
export const entryPointAddress = "0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108"

/** The contract that `entryPointAddress` creates at its creation: it makes the senders of first operations. */
export const senderCreatorAddress = "0x449ED7C3e6Fee6a97311d4b55475DF59C44AdD33"

/** The contract that makes smart accounts. Source: `contracts/SessionAccountFactory.sol`. */
export const accountFactoryAddress = "0xc7a1eba5CF1625f5C9b9E236dd0A62e8b3366EBb"

/** The contract that the factory creates at its creation: the code that all its accounts run. */
export const accountCodeAddress = "0x85Eb112dc2D4726fDe434Fa9e2980a1726E55e57"

/**
 * The bundler, which submits user operations and pays their gas. Its key is the SHA-256 of "wmodal bundler"; it has a
 * million of the native currency at genesis.
 */
export const bundlerAddress = "0xf392c66DF657Cb675391053505AAa16F907eB954"
