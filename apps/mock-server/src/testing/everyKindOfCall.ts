import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { address, type Instruction, type KeyPairSigner } from "@solana/kit"
import { getTransferSolInstruction, SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import { getCreateAssociatedTokenInstructionAsync, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token"
import {
  getAssetImage,
  getAuthNonce,
  getBalance,
  getConvertGasPrice,
  getConvertQuotes,
  getConvertTokens,
  getHistory,
  getIdentity,
  getNameSuggestions,
  getOnrampOptions,
  getWallets,
  postFungiblePrice,
} from "@wmodal/api"
import { base, mainnet, optimism, polygon, solanaDevnet } from "@wmodal/protocol/networks"
import type { Hex } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import * as z from "zod/mini"
import { bitcoinAccounts } from "../bitcoin/bitcoinAccounts.ts"
import { getUtxos, makeFreshLedger, signWithBitcoinjs } from "../bitcoin/testing/transactions.ts"
import { accounts } from "../evm/accounts.ts"
import { tokens } from "../evm/tokens.ts"
import { solanaTokens } from "../solana/solanaTokens.ts"
import { getTestSigner, signToText } from "../solana/testing/signToText.ts"

const account = mnemonicToAccount("test test test test test test test test test test test junk")
const [vera, milo] = accounts
const [usd, dai] = tokens
const bitcoin = "/bitcoin/000000000019d6689c085ae165831e93/api"

const Result = z.object({ result: z.optional(z.unknown()) })
const Blockhash = z.object({ value: z.object({ blockhash: z.string() }) })

/**
 * Makes calls of every kind, one after the other, and transactions on two EVM chains, Solana and Bitcoin. Effects of
 * a fault plan are not errors.
 * @param world Base URL of a world.
 */
export const makeEveryKindOfCall = async (world: string): Promise<void> => {
  const ask = async (path: string, init: RequestInit = {}) => {
    try {
      const headers = { origin: "https://shop.example", ...init.headers }
      return await (await fetch(`${world}${path}`, { ...init, headers })).text()
    } catch {
      return ""
    }
  }
  const get = (path: string, query: Readonly<Record<string, string>> = {}) =>
    ask(`${path}?${new URLSearchParams({ ...query, st: "wmodal", sv: "node-evm-0.1.0" })}`)
  const post = (path: string, body: unknown) => ask(path, { method: "POST", body: JSON.stringify(body) })
  const rpc = (chainId: string, method: string, params: readonly unknown[] = []) =>
    post(`/v1?chainId=${chainId}`, { jsonrpc: "2.0", id: 1, method, params })

  const pay = async (network: typeof mainnet, nonce: number) => {
    const signed: Hex = await account.signTransaction({
      type: "eip1559",
      chainId: Number(network.id),
      nonce,
      to: milo,
      value: 10n ** 18n,
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
    })
    const reply = await rpc(network.caipNetworkId, "eth_sendRawTransaction", [signed])
    await rpc(network.caipNetworkId, "eth_getTransactionReceipt", [/0x[\da-f]{64}/.exec(reply)?.[0]])
  }

  const liveOnSolana = async () => {
    const call = async (method: string, ...params: readonly unknown[]) =>
      Result.parse(JSON.parse(await rpc(solanaDevnet.caipNetworkId, method, params))).result
    const [one, two, six] = await Promise.all([getTestSigner(0), getTestSigner(1), getTestSigner(5)])
    const transfer = (amount: bigint) =>
      getTransferSolInstruction({ source: one, destination: two.address, amount })
    const signed = async (payer: KeyPairSigner, instruction: Instruction) => {
      const { blockhash } = Blockhash.parse(await call("getLatestBlockhash")).value
      return signToText({ payer, blockhash, instructions: [instruction] })
    }
    const open = await getCreateAssociatedTokenInstructionAsync({
      payer: two,
      owner: six.address,
      mint: address(solanaTokens[0].mint),
    })
    const base64 = { encoding: "base64" }
    const parsed = { encoding: "jsonParsed", maxSupportedTransactionVersion: 0 }
    for (const text of [await signed(one, transfer(5n)), await signed(two, open)]) {
      const signature = await call("sendTransaction", text, base64)
      await call("getTransaction", signature, parsed)
    }
    await call("requestAirdrop", six.address, 7)
    const failing = await signed(one, transfer(10n ** 15n))
    await call("sendTransaction", failing, base64)
    await call("sendTransaction", failing, { ...base64, skipPreflight: true })
    await call("getProgramAccounts", TOKEN_PROGRAM_ADDRESS, base64)
    await call("getProgramAccounts", SYSTEM_PROGRAM_ADDRESS)
    await call("getEpochInfo")
    await call("getSignaturesForAddress", one.address)
    await call("getBalance", two.address)
  }

  const payBitcoin = async () => {
    const bob = bitcoinAccounts.mainnet[1]?.segwit ?? ""
    const coins = getUtxos(makeFreshLedger(), "segwit").slice(0, 1)
    const value = (coins[0]?.value ?? 0n) - 1000n
    await ask(`${bitcoin}/tx`, {
      method: "POST",
      body: signWithBitcoinjs({ coins, outputs: [{ address: bob, value }] }),
    })
    await get(`${bitcoin}/address/${bob}/utxo`)
    await get(`${bitcoin}/blocks/tip/hash`)
  }

  const usdOn = (network: typeof mainnet) => `${network.caipNetworkId}:${usd.address}`
  await get(getWallets.path({}), { page: "1", entries: "4" })
  await get(getAssetImage.path({ imageId: "ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400" }))
  await get(getIdentity.path({ address: vera }))
  await get(getBalance.path({ address: vera }), { currency: "usd", chainId: mainnet.caipNetworkId })
  await pay(mainnet, 0)
  await pay(optimism, 0)
  await get(getConvertTokens.path({}), { chainId: mainnet.caipNetworkId })
  await get(getConvertGasPrice.path({}), { chainId: mainnet.caipNetworkId })
  await get(getConvertQuotes.path({}), {
    amount: "1000000",
    userAddress: vera,
    from: usdOn(mainnet),
    to: `${mainnet.caipNetworkId}:${dai.address}`,
    gasPrice: "1",
  })
  await post(postFungiblePrice.path({}), { currency: "usd", addresses: [usdOn(mainnet)], projectId: "same" })
  await liveOnSolana()
  await payBitcoin()
  await pay(mainnet, 1)
  await get(getHistory.path({ address: milo }), { chainId: mainnet.caipNetworkId })
  await get(getBalance.path({ address: milo }), { currency: "usd" })
  await get(getNameSuggestions.path({ name: "vera" }), { zone: "reown.id" })
  await get(getOnrampOptions.path({}))
  await get(getAuthNonce.path({}))
  const blockNumber = { jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] }
  await sideBySide(world, [
    [`/v1/account/${vera}/history?chainId=${polygon.caipNetworkId}`],
    [`/v1?chainId=${base.caipNetworkId}`, blockNumber],
    [`/v1/account/${vera}/history?chainId=${base.caipNetworkId}`],
    [`/v1?chainId=${polygon.caipNetworkId}`, blockNumber],
    [`/v1/sessions/${mainnet.caipNetworkId}:${vera}`, {}],
    [getAuthNonce.path({})],
  ])
  await post(`/v1?chainId=${mainnet.caipNetworkId}`, [
    { jsonrpc: "2.0", id: 1, method: "eth_blockNumber" },
    { jsonrpc: "2.0", id: 2, method: "anvil_mine" },
    3,
  ])
  await get("/nowhere")
  await post("/v1?chainId=eip155:31337", "{")
}

/** Makes all calls concurrently, on one connection: with two, the system decides which is read first. */
const sideBySide = async (world: string, calls: readonly (readonly [path: string, body?: object])[]) => {
  const { hostname, port, host, pathname } = new URL(world)
  const requests = calls.map(([path, body], place) => {
    const sent = body === undefined ? "" : JSON.stringify(body)
    const last = place === calls.length - 1 ? "connection: close\r\n" : ""
    const head = `${sent === "" ? "GET" : "POST"} ${pathname}${path} HTTP/1.1\r\nhost: ${host}\r\n${last}`
    return `${head}content-length: ${sent.length}\r\n\r\n${sent}`
  })
  const connection = connect(Number(port), hostname)
  connection.write(requests.join(""))
  await text(connection)
}
