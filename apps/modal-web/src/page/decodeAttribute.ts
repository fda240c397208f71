import type { Chain } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import type { WModalOptions } from "./WModal.ts"

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const example = `'{"projectId":"…","chains":["evm"],"networks":["eip155:1"]}'`

/**
 * Decodes the `data-wmodal` attribute: the options of `createWModal` as JSON, with chains by their name and networks by
 * their CAIP-2 id or as objects. Every other option is passed on, because the modal decodes its options itself. Returns
 * `null` options when the text is not a JSON object, and one sentence for each part that cannot be used and is left
 * out.
 */
export const decodeAttribute = (
  text: string | null,
  chains: Readonly<Record<string, () => Chain>>,
  table: readonly Network[],
): { readonly options: WModalOptions | null; readonly problems: readonly string[] } => {
  const fail = (problem: string) => ({ options: null, problems: [`${problem} Expected ${example}.`] })
  if (text === null) return fail("No script of this page has a data-wmodal attribute.")
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    return fail(
      `The data-wmodal attribute is not JSON (${error instanceof Error ? error.message : "invalid"}).`,
    )
  }
  if (!isObject(given)) return fail("The data-wmodal attribute is not a JSON object.")
  const problems: string[] = []
  const list = (name: string): readonly unknown[] => {
    const value = given[name]
    if (Array.isArray(value)) return value
    problems.push(`data-wmodal: "${name}" is not a list. Expected ${example}.`)
    return []
  }
  const networkOf = (value: unknown): Network | null => {
    // Not a network yet: `createWModal` decodes it, as it does for any page.
    if (isObject(value)) return value as unknown as Network
    const known = table.find(({ caipNetworkId }) => caipNetworkId === value)
    if (known === undefined)
      problems.push(
        `data-wmodal: unknown network ${JSON.stringify(value)}. Pass its CAIP-2 id, such as "eip155:1", or a network object.`,
      )
    return known ?? null
  }
  const options = {
    ...given,
    chains: list("chains").flatMap((name) => {
      const names = Object.keys(chains)
      if (typeof name === "string" && names.includes(name)) return [chains[name]?.()]
      problems.push(`data-wmodal: unknown chain ${JSON.stringify(name)}. Pass any of: ${names.join(", ")}.`)
      return []
    }),
    networks: list("networks").flatMap((value) => networkOf(value) ?? []),
    ...(given["defaultNetwork"] !== undefined && {
      defaultNetwork: networkOf(given["defaultNetwork"]) ?? undefined,
    }),
  }
  // Their types are a promise that a page's JSON cannot make: the engine decodes each option and reports what is wrong.
  return { options: options as unknown as WModalOptions, problems }
}
