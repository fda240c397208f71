import { bitcoin, polkadot, solana } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { expect, it } from "vitest"
import type { GuardedBitcoin } from "../bitcoin/guard/guardedBitcoin.ts"
import type { RequestInterceptor } from "../contract/RequestInterceptor.ts"
import type { GuardedPolkadot } from "../polkadot/guard/guardedPolkadot.ts"
import { polkadot as polkadotChain } from "../polkadot/index.ts"
import type { GuardedSolana } from "../solana/guard/guardedSolana.ts"
import { bitcoinKey, makeBitcoinPayment } from "../testing/bitcoinTransactions.ts"
import { makeScriptedRemoteWallet, toApprovedNamespace } from "../testing/scriptedRemoteWallet.ts"
import { makeSolanaPayment, solanaKey, toSignRequest } from "../testing/solanaTransactions.ts"
import { readMember } from "../wallet/readMember.ts"
import { makeSessionConnector } from "../walletconnect/makeSessionConnector.ts"

/** Connects to a wallet that has approved one method, with an interceptor that counts the reviews and declines. */
const connected = async (
  network: typeof bitcoin | typeof solana | typeof polkadot,
  address: string,
  method: string,
) => {
  const wire = makeScriptedRemoteWallet({
    networks: [network],
    namespaces: {
      [network.chainNamespace]: toApprovedNamespace([`${network.caipNetworkId}:${address}`], [method]),
    },
  })
  const { deps } = wire.remoteWallet
  const remoteWallet = { ...wire.remoteWallet, deps: { ...deps, chains: [...deps.chains, polkadotChain()] } }
  const connector = await makeSessionConnector(remoteWallet, network.chainNamespace)
  await Effect.runPromise(connector.connect({ network, onLateApproval: () => {} }))
  let reviews = 0
  const door: RequestInterceptor = async () => {
    reviews += 1
    return { _tag: "Rejected", code: 4001, text: "No." }
  }
  return { provider: connector.getProvider(door), asked: wire.asked, reviews: () => reviews }
}

/** Returns the code with which each call rejects, one after the other. */
const codesOf = async (calls: readonly (() => Promise<unknown>)[]): Promise<readonly unknown[]> => {
  const codes: unknown[] = []
  for (const call of calls) codes.push(await call().then(() => null, readCode))
  return codes
}

const readCode = (thrown: unknown): unknown => readMember(thrown, "code")

it("rejects a Solana method that the session lacks without a review", async () => {
  const me = solanaKey(1)
  const { transaction } = toSignRequest(
    makeSolanaPayment({ from: me.address, to: solanaKey(2).address, amount: 5n }),
  )
  const setup = await connected(solana, me.address, "solana_signMessage")
  // The namespace determines the type of the provider.
  const provider = setup.provider as GuardedSolana
  expect(
    await codesOf([
      () => provider.signTransaction(transaction),
      () => provider.signAllTransactions([transaction]),
      () => provider.signAndSendTransaction(transaction),
      () => provider.sendTransaction(transaction),
    ]),
  ).toEqual([4200, 4200, 4200, 4200])
  expect([setup.reviews(), setup.asked]).toEqual([0, []])
  expect(await codesOf([() => provider.signMessage("hi")])).toEqual([4001])
  expect(setup.reviews()).toBe(1)
})

it("rejects a Bitcoin method that the session lacks without a review", async () => {
  const { address } = bitcoinKey(1, "segwit")
  const to = bitcoinKey(2, "segwit").address
  const { psbt } = makeBitcoinPayment({ from: [address], to, amount: 9_000n })
  const setup = await connected(bitcoin, address, "signMessage")
  const provider = setup.provider as GuardedBitcoin
  const request = { psbt, signInputs: [{ address, index: 0, sighashTypes: [1] }] }
  expect(
    await codesOf([
      () => provider.signPsbt(request),
      () => provider.signPsbt({ ...request, broadcast: true }),
      () => provider.sendTransfer({ recipient: to, amount: "9000" }),
    ]),
  ).toEqual([4200, 4200, 4200])
  expect([setup.reviews(), setup.asked]).toEqual([0, []])
  expect(await codesOf([() => provider.signMessage({ message: "hi", address })])).toEqual([4001])
  expect(setup.reviews()).toBe(1)
})

it("rejects a Polkadot method that the session lacks without a review", async () => {
  const address = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"
  const hash = `0x${"1".repeat(64)}`
  const setup = await connected(polkadot, address, "polkadot_signMessage")
  const provider = setup.provider as GuardedPolkadot
  const payload = {
    address,
    blockHash: hash,
    blockNumber: "0x01",
    era: "0x00",
    genesisHash: hash,
    method: "0x0000",
    nonce: "0x00",
    specVersion: "0x01",
    tip: "0x00",
    transactionVersion: "0x01",
    signedExtensions: [],
    version: 4,
  }
  expect(await codesOf([() => provider.signPayload(payload)])).toEqual([4200])
  expect([setup.reviews(), setup.asked]).toEqual([0, []])
  expect(await codesOf([() => provider.signRaw({ address, data: "hi", type: "bytes" })])).toEqual([4001])
  expect(setup.reviews()).toBe(1)
})
