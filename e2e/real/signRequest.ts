import { createWalletClient, http } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import * as z from "zod/mini"
import type { TestWorld } from "../src/harness/testWorld.ts"

const hexSchema = z.templateLiteral(["0x", z.string()])
const numberSchema = z.optional(
  z.pipe(
    z.string(),
    z.transform((text: string) => BigInt(text)),
  ),
)
const transactionSchema = z.object({
  to: hexSchema,
  data: z.optional(hexSchema),
  value: numberSchema,
  gas: numberSchema,
  maxFeePerGas: numberSchema,
  maxPriorityFeePerGas: numberSchema,
})
const typedDataSchema = z.object({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
})

/** The first account of the test mnemonic. */
const account = mnemonicToAccount("test test test test test test test test test test test junk")

/** The URL of this world's node of a network. */
export const getNodeUrl = ({ blockchain, projectId }: TestWorld, chainId: number) =>
  `${blockchain}/v1?${new URLSearchParams({ chainId: `eip155:${chainId}`, projectId })}`

/** Signs a request's parameters. A payment goes to this world's node of the network. */
export type Signer = (params: readonly unknown[], world: TestWorld, chainId: number) => Promise<string>

/** What a wallet signs, by method: whatever is asked. */
export const signers: Readonly<Record<string, Signer>> = {
  personal_sign: ([message]) => account.signMessage({ message: { raw: hexSchema.parse(message) } }),
  eth_signTypedData_v4: ([, typedData]) =>
    account.signTypedData(typedDataSchema.parse(JSON.parse(z.string().parse(typedData)))),
  eth_sendTransaction: ([transaction], world, chainId) =>
    createWalletClient({ account, transport: http(getNodeUrl(world, chainId)) }).sendTransaction({
      ...transactionSchema.parse(transaction),
      chain: null,
    }),
}

export const signatureSchema = hexSchema

/** Typed data without a meaning that is known. */
export const mail = {
  domain: { name: "Mail", chainId: 1 },
  primaryType: "Mail",
  types: {
    EIP712Domain: [
      { name: "name", type: "string" },
      { name: "chainId", type: "uint256" },
    ],
    Mail: [{ name: "contents", type: "string" }],
  },
  message: { contents: "Hello" },
} as const
