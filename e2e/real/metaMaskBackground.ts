import type { Page } from "playwright-core"
import * as z from "zod/mini"
import { firstAccount } from "../src/harness/modal.ts"
import type { TestWorld } from "../src/harness/testWorld.ts"
import { makePrompts, type Prompts, WalletError } from "./prompts.ts"
import { getNodeUrl, type Signer, signers } from "./signRequest.ts"

declare global {
  /** Sends MetaMask's page script a notification of its background. */
  function tellPage(notification: unknown): void
  /** Ends the stream between MetaMask's page script and its background, as an update of the extension does. */
  function loseBackground(): void
}

/** MetaMask's background, controlled by its owner. It outlives the page, as an extension does. */
export interface MetaMaskBackground extends Pick<Prompts, "promptAfter"> {
  /** Attaches the background to a blank page. */
  readonly attach: (page: Page) => Promise<void>
  /** Selects a network that the wallet knows, in the wallet itself. */
  readonly selectChain: (chainId: number) => Promise<void>
  /** Takes the permission away, in the wallet itself. */
  readonly revoke: () => Promise<void>
  readonly isPermitted: () => boolean
}

const toHex = (value: number) => `0x${value.toString(16)}`
const chainSchema = z.object({ chainId: z.string() })
const requestSchema = z.object({
  id: z.optional(z.union([z.string(), z.number()])),
  method: z.string(),
  params: z._default(z.unknown(), []),
})
const nodeAnswerSchema = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
  z.object({ result: z.unknown() }),
])

/** Texts of refusals are MetaMask's own: `@metamask/rpc-errors` and the extension. */
const declined: Readonly<Record<string, string>> = {
  personal_sign: "MetaMask Personal Message Signature: User denied message signature.",
  eth_signTypedData_v4: "MetaMask Typed Message Signature: User denied message signature.",
  eth_sendTransaction: "MetaMask Tx Signature: User denied transaction signature.",
}

/** Starts a wallet with the first account of the test mnemonic, Ethereum and Polygon, on this world's nodes. */
export const startMetaMaskBackground = (world: TestWorld): MetaMaskBackground => {
  const known = new Set([1, 137])
  let chainId = 1
  let permitted = false
  let connecting = false
  let attached: Page | null = null
  const prompts = makePrompts()

  const tell = async (method: string, params: unknown) => {
    await attached?.evaluate((told) => globalThis.tellPage(told), { jsonrpc: "2.0", method, params })
  }
  const accounts = () => (permitted ? [firstAccount.toLowerCase()] : [])
  const network = () => ({ chainId: toHex(chainId), networkVersion: `${chainId}`, isConnected: true })

  const setPermitted = async (next: boolean) => {
    permitted = next
    await tell("metamask_accountsChanged", accounts())
  }
  const setChain = async (next: number) => {
    if (next === chainId) return
    chainId = next
    await tell("metamask_chainChanged", network())
  }

  /** @throws WalletError 4001 when the user declines */
  const askUser = (method: string, params: readonly unknown[]) =>
    prompts.ask(method, params, new WalletError(4001, declined[method] ?? "User rejected the request."))

  const requireAccount = () => {
    if (!permitted)
      throw new WalletError(4100, "The requested account and/or method has not been authorized by the user.")
  }

  const askNode = async (method: string, params: unknown) => {
    const response = await fetch(getNodeUrl(world, chainId), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    })
    const answer = nodeAnswerSchema.parse(await response.json())
    if ("error" in answer) throw new WalletError(answer.error.code, answer.error.message)
    return answer.result
  }

  const connect = async (params: readonly unknown[]) => {
    if (permitted) return accounts()
    if (connecting)
      throw new WalletError(
        -32002,
        `Request of type 'wallet_requestPermissions' already pending for origin. Please wait.`,
      )
    connecting = true
    try {
      await askUser("eth_requestAccounts", params)
    } finally {
      connecting = false
    }
    await setPermitted(true)
    return accounts()
  }

  const handlers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    metamask_getProviderState: () => ({ accounts: accounts(), isUnlocked: true, ...network() }),
    metamask_sendDomainMetadata: () => true,
    eth_accounts: accounts,
    eth_chainId: () => toHex(chainId),
    net_version: () => `${chainId}`,
    eth_requestAccounts: connect,
    wallet_requestPermissions: async (params) => {
      await connect(params)
      return [
        {
          parentCapability: "eth_accounts",
          caveats: [{ type: "restrictReturnedAccounts", value: accounts() }],
        },
      ]
    },
    wallet_getPermissions: () => (permitted ? [{ parentCapability: "eth_accounts" }] : []),
    wallet_revokePermissions: async () => {
      await setPermitted(false)
      return null
    },
    wallet_switchEthereumChain: async (params) => {
      const next = Number(chainSchema.parse(params[0]).chainId)
      if (!known.has(next))
        throw new WalletError(
          4902,
          `Unrecognized chain ID "${toHex(next)}". Try adding the chain using wallet_addEthereumChain first.`,
        )
      await askUser("wallet_switchEthereumChain", params)
      await setChain(next)
      return null
    },
    wallet_addEthereumChain: async (params) => {
      const next = Number(chainSchema.parse(params[0]).chainId)
      await askUser("wallet_addEthereumChain", params)
      known.add(next)
      await setChain(next)
      return null
    },
  }

  /** Signs what the user approves. */
  const sign = async (method: string, signer: Signer, params: readonly unknown[]) => {
    requireAccount()
    await askUser(method, params)
    return signer(params, world, chainId)
  }

  const answer = async (asked: unknown) => {
    const { id, method, params } = requestSchema.parse(asked)
    const handler = handlers[method]
    const signer = signers[method]
    try {
      const isOwn = method.startsWith("wallet_") || method.startsWith("metamask_")
      if (handler === undefined && isOwn)
        throw new WalletError(-32601, `The method "${method}" does not exist / is not available.`)
      const list = Array.isArray(params) ? params : [params]
      const take =
        handler ?? (signer === undefined ? () => askNode(method, params) : () => sign(method, signer, list))
      const result = await take(list)
      return { id, jsonrpc: "2.0", result: result ?? null }
    } catch (thrown) {
      const { code, message } =
        thrown instanceof WalletError ? thrown : { code: -32603, message: String(thrown) }
      return { id, jsonrpc: "2.0", error: { code, message } }
    }
  }

  return {
    attach: async (page) => {
      attached = page
      await page.exposeFunction("askBackground", answer)
    },
    promptAfter: prompts.promptAfter,
    selectChain: setChain,
    revoke: () => setPermitted(false),
    isPermitted: () => permitted,
  }
}
