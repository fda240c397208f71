import { Effect } from "effect"
import { formatMeta, formatPolicy, makePolicy } from "../csp/Policy.ts"
import { configError } from "../failure/CliError.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { readEndpoints, toBitcoinNodes } from "../settings/endpoints.ts"
import { readOwnNetworks } from "../settings/ownNetworks.ts"
import { mergeNetworks, parseRelayVariable, requireNetwork } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { drawFacts } from "../views/drawFacts.ts"
import type { Command } from "./Command.ts"

/** Prints the policy of a page with these options. The terminal's session settings do not apply to a page. */
export const csp = (
  { form, images, networks, scripts, servers }: Extract<CommandPlan, { _tag: "Csp" }>,
  { facts, folder, output, shared, terminal }: Context,
): Command =>
  Effect.gen(function* () {
    const path = shared.endpoints ?? (facts.env["WMODAL_ENDPOINTS"] || null)
    const { bitcoin, projectId, ...named } = path === null ? {} : yield* readEndpoints(path, facts.stdin)
    const relay = shared.relay ?? (yield* parseRelayVariable(facts.env["WMODAL_RELAY"] || null))
    const endpoints = { ...named, ...(relay !== null && { relay }) }
    const overrides = [
      ...(bitcoin === undefined ? [] : toBitcoinNodes(bitcoin, projectId ?? "")),
      ...shared.rpc,
    ]
    const ids = shared.network === null ? networks : [...networks, shared.network]
    if (Object.keys(endpoints).length + ids.length + overrides.length === 0) {
      return yield* configError(
        "Cannot derive a policy: no endpoints or networks were given.",
        "wmodal csp eip155:1 --endpoints endpoints.json",
      )
    }
    const own = yield* attemptState(folder, () => readOwnNetworks(folder))
    const known = mergeNetworks(own, shared.rpc)
    const chosen = yield* Effect.forEach(ids, (id) => requireNetwork(known, id))
    const policy = makePolicy({
      endpoints,
      nodes: [...overrides.map(({ url }) => url), ...chosen.flatMap(({ rpcUrls }) => rpcUrls.default.http)],
      scripts,
      images,
      servers,
    })
    const header = "Content-Security-Policy"
    const value = formatPolicy(policy)
    const meta = formatMeta(policy)
    const text = { value, header: `${header}: ${value}`, meta }[form]
    if (terminal.format === "auto") facts.stdout.write(`${text}\n`)
    else {
      const json = { header, policy: value, meta, directives: policy }
      yield* output.result({ state: "csp", json, lines: [text], drawn: drawFacts("Policy", []) })
    }
  })
