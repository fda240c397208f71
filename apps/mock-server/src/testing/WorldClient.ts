import type { Contract, PathParams } from "@wmodal/api"
import {
  createPublicClient,
  createWalletClient,
  custom,
  type Hex,
  type PublicClient,
  type TransactionReceipt,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import * as z from "zod/mini"
import type { Handler } from "../Handler.ts"

/** The parameters of a call, in addition to its path. */
interface RequestParts {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface SentTransaction {
  readonly to?: Hex
  readonly data?: Hex
  readonly value?: bigint
  /** Skips the estimate, so that a failing transaction is sent as well. */
  readonly gas?: bigint
  readonly gasPrice?: bigint
}

const mnemonic = "test test test test test test test test test test test junk"

const ErrorBody = z.object({
  status: z.literal("FAILED"),
  reasons: z.tuple([z.object({ field: z.string(), description: z.string() })]),
})
const Reply = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
})

/** Sends requests to one world of a server, as an app does. */
export const makeWorldClient = (handler: Pick<Handler, "fetch">, projectId: string) => {
  const send = async (method: string, path: string, { query, body, headers }: RequestParts = {}) => {
    const sdk = method === "GET" ? { st: "wmodal", sv: "node-evm-0.1.0" } : {}
    const url = `http://localhost/w/${projectId}${path}?${new URLSearchParams({ ...sdk, ...query })}`
    return handler.fetch(
      new Request(url, {
        method,
        headers: { origin: "https://shop.example", ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
  }

  /** Returns the response, decoded by the client's own schema. */
  const call = async <Pattern extends string, Query extends z.ZodMiniType, Response extends z.ZodMiniType>(
    contract: Contract<Pattern, Query, z.ZodMiniType, Response>,
    params: PathParams<Pattern>,
    carried?: RequestParts,
  ): Promise<z.output<Response>> => {
    const response = await send(contract.method, contract.path(params), carried)
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${response.status}: ${text}`)
    return z.parse(contract.response, JSON.parse(text))
  }

  /** Returns the status of an error and its field. */
  const refusal = async <Pattern extends string>(
    contract: Contract<Pattern, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType>,
    params: PathParams<Pattern>,
    carried?: RequestParts,
  ) => {
    const response = await send(contract.method, contract.path(params), carried)
    return [response.status, ErrorBody.parse(await response.json()).reasons[0].field]
  }

  const rpc = async (path: string, chainId: string, method: string, params: unknown = []) => {
    const request = { jsonrpc: "2.0", id: 1, method, params }
    const response = await handler.fetch(
      new Request(`http://localhost${path}?chainId=${chainId}`, {
        method: "POST",
        body: JSON.stringify(request),
      }),
    )
    const { result, error } = Reply.parse(await response.json())
    if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code })
    return result
  }

  const transport = (chainId: string) =>
    custom({ request: ({ method, params }) => rpc(`/w/${projectId}/v1`, chainId, method, params) })

  /** Reads a chain through the public JSON-RPC. */
  const reader = (chainId: string): PublicClient => createPublicClient({ transport: transport(chainId) })

  return {
    send,
    call,
    refusal,
    /** Calls a chain directly, including cheat methods. */
    control: (chainId: string, method: string, params?: unknown) =>
      rpc(`/control/worlds/${projectId}/rpc`, chainId, method, params),
    reader,
    /** Sends a transaction signed by a test account. It is in a block when the receipt is returned. */
    sent: async (
      addressIndex: number,
      chainId: string,
      transaction: SentTransaction,
    ): Promise<TransactionReceipt> => {
      const account = mnemonicToAccount(mnemonic, { addressIndex })
      const wallet = createWalletClient({ account, transport: transport(chainId) })
      const hash = await wallet.sendTransaction({ chain: null, ...transaction })
      return reader(chainId).getTransactionReceipt({ hash })
    },
  }
}
