import { type makeNodeRequest, type Signer, SignerError } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { type Hex, hashMessage, hashTypedData } from "viem"
import { serializeErc6492Signature } from "viem/utils"
import { entryPointAddress } from "../../evm/entryPoint.ts"
import { getAccountCreation } from "../../evm/smartAccount.ts"

export interface SmartAccountSignerOptions {
  readonly address: Hex
  readonly owner: Signer
  readonly chainId: number
  readonly ask: ReturnType<typeof makeNodeRequest>
}

/**
 * Makes the signer of a smart account on one network: its owner signs hashes that are bound to the account and the
 * network (ERC-1271), with the account's deployment until it is deployed (ERC-6492). It sends only by operations.
 */
export const makeSmartAccountSigner = ({
  address,
  ask,
  chainId,
  owner,
}: SmartAccountSignerOptions): Signer => {
  const sign = Effect.fnUntraced(function* (hash: Hex) {
    const signature = yield* owner.signTypedData({
      domain: { name: "SessionAccount", chainId, verifyingContract: address },
      types: { Message: [{ name: "hash", type: "bytes32" }] },
      primaryType: "Message",
      message: { hash },
    })
    const code = yield* Effect.mapError(
      ask("eth_getCode", [address, "latest"]),
      () => new SignerError({ what: "read the account's code" }),
    )
    if (code !== "0x") return signature
    const { factory, factoryData } = getAccountCreation(owner.address)
    return serializeErc6492Signature({ address: factory, data: factoryData, signature })
  })
  const refused = Effect.fail(new SignerError({ what: "send from a smart account without an operation" }))
  return {
    address,
    signMessage: (message) => sign(hashMessage({ raw: message })),
    signTypedData: (typedData) => sign(hashTypedData(typedData)),
    signTypedValues: () => Effect.fail(new SignerError({ what: "sign typed data without a domain" })),
    signTransaction: () => refused,
    signAuthorization: () => refused,
  }
}

/**
 * Rejects typed data of the entry point and of the user's own account. The owner's signature of the first could send
 * anything, and that of the second is the account's signature of a message that is not shown. Operations and messages
 * have methods of their own.
 */
export const withoutOwnContracts = (signer: Signer, account: Hex): Signer => {
  const contracts = [entryPointAddress, account].map((address) => address.toLowerCase())
  return {
    ...signer,
    signTypedData: (typedData) =>
      contracts.includes(`${typedData.domain["verifyingContract"]}`.toLowerCase())
        ? Effect.fail(new SignerError({ what: "sign an operation as typed data" }))
        : signer.signTypedData(typedData),
  }
}
