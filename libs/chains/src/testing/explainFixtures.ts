import { Effect } from "effect"
import { concat, encodeAbiParameters, parseAbiParameters, toFunctionSelector } from "viem"
import type { TokenDescription } from "../contract/ChainActions.ts"
import type { Explanation } from "../contract/Explanation.ts"
import { indexDescriptors } from "../evm/explain/DescriptorIndex.ts"
import type { ExplainSources } from "../evm/explain/ExplainSources.ts"
import { explainCall } from "../evm/explain/explainCall.ts"
import { explainTypedData } from "../evm/explain/explainTypedData.ts"

/** An owner, a contract and a token for tests of descriptors. Checksummed. */
export const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
export const target = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
export const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"

/** Sources that know USDC on Ethereum and the owner's name only. */
export const testSources: ExplainSources = {
  token: (address, chainId) =>
    chainId === 1n
      ? Effect.succeed<TokenDescription | null>(
          address === usdc ? { name: "USD Coin", symbol: "USDC", decimals: 6 } : null,
        )
      : Effect.fail("another network"),
  getName: (address) => (address === owner ? "Alice" : null),
  network: (chainId) =>
    chainId === 1n ? { name: "Ethereum", currency: { symbol: "ETH", decimals: 18 } } : null,
}

/** Makes the context to explain a call or a message. `left` holds what was left out and why. */
export const makeExplainContext = (descriptors: readonly unknown[], read: ExplainSources = testSources) => {
  const left: string[] = []
  const files = descriptors.map((descriptor, at) => ({ url: `own/${at}.json`, descriptor }))
  return {
    chainId: 1n,
    from: owner,
    descriptors: indexDescriptors(files, [], (text) => left.push(text)),
    sources: read,
    budget: left,
  }
}

/** Explains a call of one function of `target` with one format of a descriptor. */
export const explainTestCall = async (
  signature: string,
  args: readonly unknown[],
  format: Readonly<Record<string, unknown>>,
  rest: Readonly<Record<string, unknown>> = {},
  value = 0n,
): Promise<Explanation> => {
  const { display, ...others } = { display: {}, ...rest }
  const descriptor = {
    context: { contract: { deployments: [{ chainId: 1, address: target }] } },
    display: { formats: { [signature]: { intent: "Test", ...format } }, ...Object(display) },
    ...others,
  }
  const explaining = makeExplainContext([descriptor])
  if (explaining.budget.length > 0) throw new Error(explaining.budget.join())
  const parameters = signature.slice(signature.indexOf("(") + 1, -1)
  const data = concat([
    toFunctionSelector(`function ${signature}`),
    parameters === "" ? "0x" : encodeAbiParameters(parseAbiParameters(parameters), args),
  ])
  return Effect.runPromise(explainCall({ ...explaining, call: { to: target, value, data } }))
}

export const explainTestTypedData = (descriptor: unknown, typedData: unknown): Promise<Explanation> =>
  Effect.runPromise(
    explainTypedData({ ...makeExplainContext([descriptor]), typedData: JSON.stringify(typedData) }),
  )

/** Formats every field as `label: text`. */
export const formatFields = ({ fields }: Explanation): readonly string[] =>
  fields.map(({ label, text }) => `${label}: ${text}`)
