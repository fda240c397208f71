import { decodeList } from "../../wallet/decodeList.ts"
import { invalidParamsError, ProviderError } from "../../wallet/ProviderError.ts"
import { readMember } from "../../wallet/readMember.ts"
import { toConnectorReason } from "../../wallet/walletErrors.ts"
import { decodeChainId, toChainIdHex } from "../chainId.ts"
import type { Eip1193Provider } from "../Eip1193Provider.ts"
import { isHexAddress, isHexBytes, parseQuantity } from "../Hex.ts"

/** The window that embeds a page, and the page's own. */
export interface SafeFrame {
  readonly parent: { readonly postMessage: (message: unknown, targetOrigin: string) => void }
  readonly page: EventTarget
  /** The origin of the embedding page. Messages go to it alone, and are accepted only from there. */
  readonly origin: string
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** Asks Safe whether it has executed or signed what its owners see, in milliseconds. */
const askAgainMs = 3_000

/** The version of the Safe Apps SDK whose messages this is. */
const sdkVersion = "9.1.0"

/** The reads that Safe passes on to its own node. Source: `RPC_CALLS` of the Safe Apps SDK. */
const reads: ReadonlySet<string> = new Set([
  "eth_blockNumber",
  "eth_call",
  "eth_estimateGas",
  "eth_gasPrice",
  "eth_getBalance",
  "eth_getBlockByHash",
  "eth_getBlockByNumber",
  "eth_getCode",
  "eth_getLogs",
  "eth_getStorageAt",
  "eth_getTransactionByHash",
  "eth_getTransactionCount",
  "eth_getTransactionReceipt",
])

interface SafeInfo {
  readonly address: string
  readonly chainId: number
}

/**
 * Makes an EIP-1193 provider of the Safe in whose frame the page runs. `eth_sendTransaction` and signatures settle when
 * the owners have executed or signed, so that a hash is always that of a transaction on the chain. Source: the Safe Apps
 * SDK 9.1.0, its messages; EIP-5792.
 */
export const makeSafeProvider = ({ origin, page, parent, sleep }: SafeFrame): Eip1193Provider => {
  /** Sends one message and settles with its response. */
  const ask = (method: string, params?: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = crypto.randomUUID()
      const hear = (event: Event) => {
        const data = readMember(event, "data")
        if (
          readMember(event, "source") !== parent ||
          readMember(event, "origin") !== origin ||
          readMember(data, "id") !== id ||
          typeof readMember(data, "success") !== "boolean"
        )
          return
        page.removeEventListener("message", hear)
        if (readMember(data, "success") === true) resolve(readMember(data, "data"))
        else reject(toProviderError(readMember(data, "error"), method))
      }
      page.addEventListener("message", hear)
      parent.postMessage({ id, method, params, env: { sdkVersion } }, origin)
    })

  const getInfo = async (): Promise<SafeInfo> => {
    const info = await ask("getSafeInfo")
    const [address, chainId] = [readMember(info, "safeAddress"), decodeChainId(readMember(info, "chainId"))]
    if (typeof address !== "string" || !isHexAddress(address) || chainId === null)
      throw new ProviderError(-32603, "Safe returned an invalid response.")
    return { address, chainId }
  }

  const requireOwn = async (address: unknown) => {
    const info = await getInfo()
    if (typeof address !== "string" || address.toLowerCase() !== info.address.toLowerCase())
      throw new ProviderError(4100, "This is not the address of the Safe.")
  }

  /** Rejects a request for another account or network: Safe would perform it for this Safe all the same. */
  const requireOwnTerms = async (request: unknown) => {
    const [from, chain] = [readMember(request, "from"), readMember(request, "chainId")]
    if (from !== undefined && from !== null) await requireOwn(from)
    if (chain !== undefined && chain !== null && decodeChainId(chain) !== (await getInfo()).chainId)
      throw new ProviderError(4901, "The Safe is on another network.")
  }

  /**
   * Proposes calls of a request to the owners, exactly as they were reviewed. @returns the hash by which Safe knows them
   */
  const propose = async (request: unknown, calls: readonly unknown[]): Promise<string> => {
    await requireOwnTerms(request)
    const txs = calls.map(toSafeTransaction)
    if (txs.length === 0) throw invalidParamsError("There is no call.")
    const hash = readMember(await ask("sendTransactions", { txs }), "safeTxHash")
    if (typeof hash !== "string" || hash === "") throw new ProviderError(-32603, "Safe returned no hash.")
    return hash
  }

  const getStatus = async (safeTxHash: unknown) => {
    const details = await ask("getTxBySafeTxHash", { safeTxHash })
    const [hash, status] = [readMember(details, "txHash"), readMember(details, "txStatus")]
    return { hash: typeof hash === "string" && hash !== "" ? hash : null, status }
  }

  /** Asks for the status until `pick` returns a value. */
  const untilStatus = async (
    safeTxHash: string,
    pick: (status: Awaited<ReturnType<typeof getStatus>>) => string | null,
  ): Promise<string> => {
    const found = await getStatus(safeTxHash)
    if (found.status === "CANCELLED") throw new ProviderError(4001, "The owners rejected the transaction.")
    const picked = pick(found)
    if (picked !== null) return picked
    await sleep(askAgainMs)
    return untilStatus(safeTxHash, pick)
  }

  /** The Safe's contract then accepts an empty signature, as its own provider returns it. A failure signs nothing. */
  const toOnChainSignature = ({ hash, status }: Awaited<ReturnType<typeof getStatus>>): "0x" | null => {
    if (status === "FAILED")
      throw new ProviderError(-32603, "The transaction that signs failed, so nothing is signed. Sign again.")
    return status === "SUCCESS" && hash !== null ? "0x" : null
  }

  /** A Safe of several owners collects their signatures, and returns the whole one when it has all. */
  const untilSigned = async (answer: unknown): Promise<string> => {
    const given = readMember(answer, "signature")
    if (typeof given === "string" && given !== "") return given
    const [messageHash, safeTxHash] = [readMember(answer, "messageHash"), readMember(answer, "safeTxHash")]
    if (typeof safeTxHash === "string" && typeof messageHash !== "string")
      return untilStatus(safeTxHash, toOnChainSignature)
    if (typeof messageHash !== "string") throw new ProviderError(-32603, "Safe returned no signature.")
    const signature = await ask("getOffChainSignature", messageHash)
    if (typeof signature === "string" && signature !== "" && signature !== "0x") return signature
    await sleep(askAgainMs)
    return untilSigned(answer)
  }

  const getCallsStatus = async (id: unknown) => {
    const [{ hash, status }, { chainId }] = [await getStatus(id), await getInfo()]
    const receipt =
      hash === null ? null : await ask("rpcCall", { call: "eth_getTransactionReceipt", params: [hash] })
    const isDone = receipt !== null && (status === "SUCCESS" || status === "FAILED")
    return {
      version: "2.0.0",
      id,
      chainId: toChainIdHex(chainId),
      atomic: true,
      status: status === "CANCELLED" ? 400 : isDone ? (status === "SUCCESS" ? 200 : 500) : 100,
      ...(isDone && { receipts: [receipt] }),
    }
  }

  const handle = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const [first, second] = params
    switch (method) {
      case "eth_requestAccounts":
      case "eth_accounts":
        return [(await getInfo()).address]
      case "eth_chainId":
        return toChainIdHex((await getInfo()).chainId)
      case "eth_sendTransaction":
        return untilStatus(await propose(first, [first]), ({ hash }) => hash)
      case "personal_sign":
        await requireOwn(second)
        return untilSigned(await ask("signMessage", { message: first }))
      case "eth_signTypedData_v4": {
        await requireOwn(first)
        const typedData: unknown = typeof second === "string" ? JSON.parse(second) : second
        return untilSigned(await ask("signTypedMessage", { typedData }))
      }
      case "wallet_sendCalls":
        return { id: await propose(first, decodeList(readMember(first, "calls"), 100) ?? []) }
      case "wallet_getCallsStatus":
        return getCallsStatus(first)
      case "wallet_getCapabilities":
        return { [toChainIdHex((await getInfo()).chainId)]: { atomic: { status: "supported" } } }
      default:
        if (reads.has(method)) return ask("rpcCall", { call: method, params })
        throw new ProviderError(4200, `Safe does not support ${method}.`)
    }
  }

  return {
    request: async ({ method, params }) => handle(method, decodeList(params, 100) ?? []),
    // The frame is opened anew when the owner chooses another Safe or network.
    on: () => {},
    removeListener: () => {},
  }
}

/** Converts a call to Safe's form. Whatever would get lost on the way is rejected. */
const toSafeTransaction = (call: unknown) => {
  const [to, value] = [readMember(call, "to"), readMember(call, "value") ?? "0x0"]
  const [data, input] = [readMember(call, "data"), readMember(call, "input")]
  if (typeof to !== "string" || !isHexAddress(to)) throw invalidParamsError("Safe needs a recipient.")
  const units = parseQuantity(value)
  if (units === null) throw invalidParamsError("value is not a valid quantity.")
  const bytes = data ?? input ?? "0x"
  if (!isHexBytes(bytes)) throw invalidParamsError("data is not valid hex.")
  if (typeof input === "string" && input.toLowerCase() !== bytes.toLowerCase())
    throw invalidParamsError("data and input differ.")
  return { to, value: `${units}`, data: bytes }
}

/** The messages of Safe that ask an owner. The others look at what is proposed, and no error of theirs ends it. */
const asking: ReadonlySet<string> = new Set(["sendTransactions", "signMessage", "signTypedMessage"])

/** Safe reports a rejection in its text only. */
const toProviderError = (error: unknown, message: string): ProviderError => {
  const text = typeof error === "string" ? error.slice(0, 200) : "Safe could not handle the request."
  const isDeclined = asking.has(message) && toConnectorReason(text, "propose")._tag === "Declined"
  return new ProviderError(isDeclined ? 4001 : -32603, text)
}
