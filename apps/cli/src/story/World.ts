import type { Asked, PhoneOwner, pageRequest, SiteOwner, Step, Story, StoryWorld } from "@wmodal/mock-server"
import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect } from "effect"
import { type CliError, config } from "../failure/CliError.ts"
import type { Plan, RpcOverride } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import { settingsOf } from "../session/openSession.ts"
import { bitcoinNodes } from "../settings/endpoints.ts"
import type { Settings } from "../settings/Settings.ts"
import { stepInWords } from "./stepInWords.ts"

/** The world of a story as effects. Each fails with a text. */
export interface World {
  /** An address from what a story calls somebody; other texts stay. */
  readonly addressOf: (name: string, network: CaipNetworkId) => string
  readonly setFaults: Told<StoryWorld["setFaults"]>
  readonly phone: {
    readonly disconnect: Told<PhoneOwner["disconnect"]>
    readonly switchTo: Told<PhoneOwner["switchTo"]>
  }
  readonly site: {
    readonly [Call in keyof SiteOwner]: Told<SiteOwner[Call]>
  }
  readonly relay: Told<StoryWorld["relay"]>
  readonly state: Told<StoryWorld["state"]>
  readonly wrongBalances: Told<StoryWorld["wrongBalances"]>
  readonly wrongAllowances: Told<StoryWorld["wrongAllowances"]>
  /** What only whoever runs a network can do. */
  readonly on: (network: CaipNetworkId) => Runner
  /** What the page asks its provider for. */
  readonly requestOf: (asked: Asked, network: CaipNetworkId) => Effect.Effect<PageRequest, string>
}

type ChainWorld = ReturnType<StoryWorld["on"]>

/** Whoever runs a network. */
interface Runner {
  readonly setMining: Told<ChainWorld["setMining"]>
  readonly mine: Told<ChainWorld["mine"]>
  readonly replace: Told<ChainWorld["replace"]>
  readonly expire: Told<ChainWorld["expire"]>
  readonly cheat: Told<ChainWorld["cheat"]>
}

/** EIP-1193. */
export type PageRequest = ReturnType<typeof pageRequest>

type Told<Call extends (...parameters: never[]) => Promise<unknown>> = (
  ...parameters: Parameters<Call>
) => Effect.Effect<Awaited<ReturnType<Call>>, string>

const told =
  <Parameters extends readonly unknown[], A>(call: (...parameters: Parameters) => Promise<A>) =>
  (...parameters: Parameters): Effect.Effect<A, string> =>
    Effect.tryPromise({ try: () => call(...parameters), catch: textOf })

const textOf = (error: unknown) => (error instanceof Error ? error.message : "the world did not answer")

/**
 * What the story is played against: with `--mock` a mock server of its own, which ends with the story, else the
 * endpoints of this run. Only a mock server can be told to fail, to wait and to say who has what.
 */
export const openWorld = Effect.fnUntraced(function* (
  plan: Extract<Plan, { _tag: "RunStory" }>,
  story: Story,
  context: Context,
) {
  const { addressOfPerson, describeServer, openStoryWorld, pageRequest, startMockServer } =
    yield* Effect.promise(() => import("@wmodal/mock-server"))
  // A mock server's world is named by the project id.
  const projectId = `story-${story.seed.replace(/[^A-Za-z0-9-]+/g, "-").slice(0, 100)}`
  const own = plan.mock
    ? yield* Effect.acquireRelease(
        Effect.tryPromise({
          try: () => startMockServer({ port: 0, scenario: { seed: story.seed } }),
          catch: (error) => config(textOf(error)),
        }),
        ({ close }) => Effect.promise(close),
      )
    : null
  const shared = { ...context.shared, network: story.networks[0] }
  const settings = yield* own === null
    ? settingsOf({ ...context, shared })
    : Effect.map(
        settingsOf({ ...context, shared: { ...shared, endpoints: null, rpc: [], projectId } }),
        (found) => ({
          ...found,
          projectId,
          endpoints: own.endpoints,
          nodes: nodesOf(bitcoinNodes(describeServer(own).bitcoin, projectId)),
        }),
      )
  const control = own?.control ?? (yield* controlOf(settings.endpoints.blockchain))
  const needing = story.wallet === "own" ? story.steps.find(needsControl) : story.steps[0]
  // Before anything is played: half a story is none.
  if (control === null && needing !== undefined)
    return yield* config(
      `Line ${needing.line}: only a mock server can do this, and know it: ${stepInWords(needing)}.`,
      "wmodal run <story.yaml> --mock",
    )
  const world = yield* Effect.tryPromise({
    try: () =>
      control === null
        ? Promise.resolve(null)
        : openStoryWorld({
            control,
            projectId: settings.projectId ?? projectId,
            networks: story.networks,
          }),
    catch: (error): CliError => config(textOf(error)),
  })
  const networks = story.networks.flatMap(
    (id) => settings.networks.find(({ caipNetworkId }) => caipNetworkId === id) ?? [],
  )
  const [first, ...others] = networks
  if (first === undefined || networks.length < story.networks.length)
    return yield* config(
      `The story is about networks that are not configured: ${story.networks.join(", ")}.`,
      "wmodal networks add <id> --rpc <url>",
    )
  return {
    /** The page has the networks of the story alone. */
    settings: { ...settings, networks: [first, ...others] as const },
    /** `null` where only a mock server has one, and this is none. */
    phone: world?.phone ?? null,
    world: {
      addressOf: addressOfPerson,
      requestOf: (asked: Asked, network: CaipNetworkId) =>
        Effect.try({ try: () => pageRequest(asked, network), catch: textOf }),
      ...(world === null ? withoutControl : controlled(world)),
    },
  }
})

const nodesOf = (overrides: readonly RpcOverride[]): Settings["nodes"] =>
  Object.fromEntries(overrides.map(({ network, url }) => [network, [url] as const]))

const needsControl = ({ act, expect }: Step): boolean =>
  (expect?.balances ?? []).length > 0 ||
  (expect?.allowances ?? []).length > 0 ||
  ["faults", "mining", "mine", "replace", "expire", "cheat", "phone", "relay"].includes(act._tag)

/** Where a mock server is controlled: beside its API. `null` where nobody answers there. */
const controlOf = (blockchain: string | undefined) =>
  Effect.promise(async () => {
    const control = URL.parse("/control", blockchain)?.href
    if (control === undefined) return null
    try {
      const answer = await fetch(control)
      return answer.ok && `${answer.headers.get("content-type")}`.includes("json") ? control : null
    } catch {
      return null
    }
  })

type Controlled = Omit<World, "addressOf" | "requestOf">

const controlled = (world: StoryWorld): Controlled => ({
  setFaults: told(world.setFaults),
  phone: { disconnect: told(world.phone.disconnect), switchTo: told(world.phone.switchTo) },
  site: {
    codeFor: told(world.site.codeFor),
    wrongCodeFor: told(world.site.wrongCodeFor),
    expireCodes: told(world.site.expireCodes),
    openLink: told(world.site.openLink),
    frame: told(world.site.frame),
  },
  relay: told(world.relay),
  state: told(world.state),
  wrongBalances: told(world.wrongBalances),
  wrongAllowances: told(world.wrongAllowances),
  on: (network) => ({
    setMining: told((mining) => world.on(network).setMining(mining)),
    mine: told((blocks) => world.on(network).mine(blocks)),
    replace: told((kind) => world.on(network).replace(kind)),
    expire: told(() => world.on(network).expire()),
    cheat: told((method, params) => world.on(network).cheat(method, params)),
  }),
})

const needsMock = () => Effect.fail("only a mock server can do this, and know it")

const withoutControl: Controlled = {
  setFaults: needsMock,
  phone: { disconnect: needsMock, switchTo: needsMock },
  site: {
    codeFor: needsMock,
    wrongCodeFor: needsMock,
    expireCodes: needsMock,
    openLink: needsMock,
    frame: needsMock,
  },
  relay: needsMock,
  state: needsMock,
  wrongBalances: needsMock,
  wrongAllowances: needsMock,
  on: () => ({
    setMining: needsMock,
    mine: needsMock,
    replace: needsMock,
    expire: needsMock,
    cheat: needsMock,
  }),
}
