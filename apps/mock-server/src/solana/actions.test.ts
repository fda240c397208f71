import {
  decompileTransactionMessage,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  partiallySignTransaction,
} from "@solana/kit"
import type { ChainTransaction } from "@wmodal/chains"
import { solana } from "@wmodal/chains/solana"
import { type ActionsFixture, defineActionsSuite } from "@wmodal/dev-wallet/testing"
import { solanaDevnet as network } from "@wmodal/protocol/networks"
import { decodeTransaction } from "./chain/SolanaTransaction.ts"
import { solanaAccounts } from "./solanaAccounts.ts"
import { solanaCollectibles } from "./solanaCollectibles.ts"
import { solanaTokens } from "./solanaTokens.ts"
import { makeChainRpc } from "./testing/chainRpc.ts"
import { signToText } from "./testing/signToText.ts"
import { makeTestChain } from "./testing/testChain.ts"

const [vera, milo] = solanaAccounts

const start = async (): Promise<ActionsFixture> => {
  const { chain, signers } = await makeTestChain()
  const [signer] = signers
  chain.setMiningHeld(true)
  const actions = await (await solana().load()).actions.get()
  const bytesOf = ({ transaction }: ChainTransaction) =>
    getTransactionDecoder().decode(Buffer.from(transaction ?? "", "base64"))

  const sign = async (transaction: ChainTransaction) =>
    getBase64EncodedWireTransaction(await partiallySignTransaction([signer.keyPair], bytesOf(transaction)))

  /** Replaces the blockhash with a newer one, as some wallets do. */
  const signAnew = (transaction: ChainTransaction) => {
    const { messageBytes } = bytesOf(transaction)
    const { instructions } = decompileTransactionMessage(
      getCompiledTransactionMessageDecoder().decode(messageBytes),
    )
    const { blockhash } = chain.head()
    return signToText({ payer: signer, blockhash, instructions, version: "legacy" })
  }

  const collectible = (mint: string) => ({ contract: mint, tokenId: "" })
  const [own, others] = [true, false].map((isOwn) =>
    solanaCollectibles.filter(({ owner }) => (owner === vera) === isOwn).map(({ mint }) => collectible(mint)),
  )
  return {
    actions,
    network,
    rpc: makeChainRpc(chain),
    from: vera,
    to: milo,
    tokens: solanaTokens.map(({ decimals, mint, name, symbol }) => ({
      address: mint,
      decimals,
      name,
      symbol,
      amount: 1_000n,
      arrives: symbol === "mFEE" ? 990n : 1_000n,
    })),
    // An account without rent.
    refused: { from: vera, to: solanaTokens[0].metadata.replace("F", "G"), token: null, amount: 1n },
    odd: ["", "1", vera.slice(0, -1), `${vera}1`, vera.replace("o", "0"), "vera.sol", network.caipNetworkId],
    collectibles: {
      owner: vera,
      owned: own ?? [],
      others: [...(others ?? []), collectible(milo), collectible("no")],
    },
    exchange: null,
    send: async (transaction) => {
      const asked = decodeTransaction(Buffer.from(await sign(transaction), "base64"))
      const isLanded = chain.find(asked.signature) !== undefined
      const sent = isLanded ? decodeTransaction(Buffer.from(await signAnew(transaction), "base64")) : asked
      chain.submit(sent)
      return sent.signature
    },
    sign,
    mine: async (blocks) => chain.mine(blocks),
    end: async () => chain.rest(),
  }
}

defineActionsSuite("Solana, on litesvm,", start)
