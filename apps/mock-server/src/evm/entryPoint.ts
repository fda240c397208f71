/** The contract that executes user operations, version 0.8, at its public address. Source: ERC-4337. */
export const entryPointAddress = "0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108"

/** The contract that `entryPointAddress` creates at its creation: the only caller that the factory accepts. */
export const senderCreatorAddress = "0x449ED7C3e6Fee6a97311d4b55475DF59C44AdD33"

/** `SimpleAccountFactory` of the same version. */
export const accountFactoryAddress = "0x13E9ed32155810FDbd067D4522C492D6f68E5944"

/** The contract that the factory creates at its creation: the code that all its accounts run. */
export const accountCodeAddress = "0x28426d752372D68d34340bd94390950DcE3C9ec3"

/**
 * The bundler, which submits user operations and pays their gas. Its key is the SHA-256 of "wmodal bundler"; it has a
 * million of the native currency at genesis.
 */
export const bundlerAddress = "0xf392c66DF657Cb675391053505AAa16F907eB954"
