import type {
  PhoneControl,
  SiteControl,
  Story,
  StoryRequest,
  StoryStep,
  StoryWorld,
  toProviderRequest,
} from "@wmodal/mock-server"
import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect } from "effect"
import { type CliError, configError } from "../failure/CliError.ts"
import type { CommandPlan, RpcOverride } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { loadSettings } from "../session/openSession.ts"
import { toBitcoinNodes } from "../settings/endpoints.ts"
import type { Settings } from "../settings/Settings.ts"
import { describeStep } from "./describeStep.ts"

/** The controls of a story's world as effects. Each fails with a text. */
export interface StoryEffects {
  /** Returns the address of a story account by its name. Other texts are returned unchanged. */
  readonly addressOf: (name: string, network: CaipNetworkId) => string
  readonly setFaults: StoryEffect<StoryWorld["setFaults"]>
  readonly phone: {
    readonly disconnect: StoryEffect<PhoneControl["disconnect"]>
    readonly switchTo: StoryEffect<PhoneControl["switchTo"]>
  }
  readonly site: {
    readonly [Call in keyof SiteControl]: StoryEffect<SiteControl[Call]>
  }
  readonly relay: StoryEffect<StoryWorld["relay"]>
  readonly visitProvider: StoryEffect<StoryWorld["visitProvider"]>
  readonly state: StoryEffect<StoryWorld["state"]>
  readonly getNodeUrl: (network: CaipNetworkId) => Effect.Effect<string, string>
  readonly wrongBalances: StoryEffect<StoryWorld["wrongBalances"]>
  readonly wrongAllowances: StoryEffect<StoryWorld["wrongAllowances"]>
  /** Returns the controls of a network. */
  readonly on: (network: CaipNetworkId) => NetworkControls
  /** Converts a request of the story to a provider request of the dApp. */
  readonly requestOf: (asked: StoryRequest, network: CaipNetworkId) => Effect.Effect<PageRequest, string>
}

type ChainControls = ReturnType<StoryWorld["getChainWorld"]>

/** The controls of a mock network. */
interface NetworkControls {
  readonly setMining: StoryEffect<ChainControls["setMining"]>
  readonly mine: StoryEffect<ChainControls["mine"]>
  readonly replace: StoryEffect<ChainControls["replace"]>
  readonly expire: StoryEffect<ChainControls["expire"]>
  readonly cheat: StoryEffect<ChainControls["cheat"]>
  readonly pay: StoryEffect<ChainControls["pay"]>
}

/** An EIP-1193 request. */
export type PageRequest = ReturnType<typeof toProviderRequest>

type StoryEffect<Call extends (...parameters: never[]) => Promise<unknown>> = (
  ...parameters: Parameters<Call>
) => Effect.Effect<Awaited<ReturnType<Call>>, string>

const toStoryEffect =
  <Parameters extends readonly unknown[], A>(call: (...parameters: Parameters) => Promise<A>) =>
  (...parameters: Parameters): Effect.Effect<A, string> =>
    Effect.tryPromise({ try: () => call(...parameters), catch: formatThrown })

const formatThrown = (error: unknown) =>
  error instanceof Error ? error.message : "the world did not respond"

/**
 * Opens the environment of a story: with `--mock` a mock server that ends with the story, otherwise the endpoints of
 * this run. Only a mock server supports faults, held mining and expected balances.
 */
export const openStoryEffects = Effect.fnUntraced(function* (
  plan: Extract<CommandPlan, { _tag: "RunStory" }>,
  story: Story,
  context: Context,
) {
  const { getStoryAddress, describeServer, openStoryWorld, toProviderRequest, startMockServer } =
    yield* Effect.promise(() => import("@wmodal/mock-server"))
  // The project ID selects the world on the mock server.
  const projectId = `story-${story.seed.replace(/[^A-Za-z0-9-]+/g, "-").slice(0, 100)}`
  const own = plan.mock
    ? yield* Effect.acquireRelease(
        Effect.tryPromise({
          try: () => startMockServer({ port: 0, scenario: { seed: story.seed } }),
          catch: (error) => configError(formatThrown(error)),
        }),
        ({ close }) => Effect.promise(close),
      )
    : null
  const shared = { ...context.shared, network: story.networks[0] }
  const settings = yield* own === null
    ? loadSettings({ ...context, shared })
    : Effect.map(
        loadSettings({ ...context, shared: { ...shared, endpoints: null, rpc: [], projectId } }),
        (found) => ({
          ...found,
          projectId,
          endpoints: own.endpoints,
          nodes: toNodes(toBitcoinNodes(describeServer(own).bitcoin, projectId)),
        }),
      )
  const control = own?.control ?? (yield* findControl(settings.endpoints.blockchain))
  const needing = story.wallet === "own" ? story.steps.find(needsControl) : story.steps[0]
  // Checked before the first step, so that a story never stops halfway for this reason.
  if (control === null && needing !== undefined)
    return yield* configError(
      `Line ${needing.line} requires a mock server: ${describeStep(needing)}.`,
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
    catch: (error): CliError => configError(formatThrown(error)),
  })
  const networks = story.networks.flatMap(
    (id) => settings.networks.find(({ caipNetworkId }) => caipNetworkId === id) ?? [],
  )
  const [first, ...others] = networks
  if (first === undefined || networks.length < story.networks.length)
    return yield* configError(
      `The story uses networks that are not configured: ${story.networks.join(", ")}.`,
      "wmodal networks add <id> --rpc <url>",
    )
  return {
    /** The settings with only the networks of the story. */
    settings: { ...settings, networks: [first, ...others] as const },
    /** The control of the phone, `null` without a mock server. */
    phone: world?.phone ?? null,
    world: {
      addressOf: getStoryAddress,
      requestOf: (asked: StoryRequest, network: CaipNetworkId) =>
        Effect.try({ try: () => toProviderRequest(asked, network), catch: formatThrown }),
      ...(world === null ? withoutControl : makeControlEffects(world)),
    },
  }
})

const toNodes = (overrides: readonly RpcOverride[]): Settings["nodes"] =>
  Object.fromEntries(overrides.map(({ network, url }) => [network, [url] as const]))

const controlledActs: readonly StoryStep["act"]["_tag"][] = [
  "faults",
  "mining",
  "mine",
  "replace",
  "expire",
  "cheat",
  "receive",
  "buy",
  "ownNetwork",
  "phone",
  "relay",
]

const needsControl = ({ act, expect }: StoryStep): boolean =>
  (expect?.balances ?? []).length > 0 ||
  (expect?.allowances ?? []).length > 0 ||
  controlledActs.includes(act._tag)

/** Finds the control API of a mock server under the origin of its API. `null` if there is no response. */
const findControl = (blockchain: string | undefined) =>
  Effect.promise(async () => {
    const control = URL.parse("/control", blockchain)?.href
    if (control === undefined) return null
    try {
      const answer = await fetch(control, { redirect: "error" })
      return answer.ok && `${answer.headers.get("content-type")}`.includes("json") ? control : null
    } catch {
      return null
    }
  })

type ControlEffects = Omit<StoryEffects, "addressOf" | "requestOf">

const makeControlEffects = (world: StoryWorld): ControlEffects => ({
  setFaults: toStoryEffect(world.setFaults),
  phone: { disconnect: toStoryEffect(world.phone.disconnect), switchTo: toStoryEffect(world.phone.switchTo) },
  site: {
    fetchCode: toStoryEffect(world.site.fetchCode),
    makeWrongCode: toStoryEffect(world.site.makeWrongCode),
    expireCodes: toStoryEffect(world.site.expireCodes),
    openLink: toStoryEffect(world.site.openLink),
    frame: toStoryEffect(world.site.frame),
  },
  relay: toStoryEffect(world.relay),
  visitProvider: toStoryEffect(world.visitProvider),
  state: toStoryEffect(world.state),
  getNodeUrl: (network) => Effect.succeed(world.getNodeUrl(network)),
  wrongBalances: toStoryEffect(world.wrongBalances),
  wrongAllowances: toStoryEffect(world.wrongAllowances),
  on: (network) => ({
    setMining: toStoryEffect((mining) => world.getChainWorld(network).setMining(mining)),
    mine: toStoryEffect((blocks) => world.getChainWorld(network).mine(blocks)),
    replace: toStoryEffect((kind) => world.getChainWorld(network).replace(kind)),
    expire: toStoryEffect(() => world.getChainWorld(network).expire()),
    cheat: toStoryEffect((method, params) => world.getChainWorld(network).cheat(method, params)),
    pay: toStoryEffect((uri) => world.getChainWorld(network).pay(uri)),
  }),
})

const failWithoutMock = () => Effect.fail("this requires a mock server")

const withoutControl: ControlEffects = {
  setFaults: failWithoutMock,
  phone: { disconnect: failWithoutMock, switchTo: failWithoutMock },
  site: {
    fetchCode: failWithoutMock,
    makeWrongCode: failWithoutMock,
    expireCodes: failWithoutMock,
    openLink: failWithoutMock,
    frame: failWithoutMock,
  },
  relay: failWithoutMock,
  visitProvider: failWithoutMock,
  state: failWithoutMock,
  getNodeUrl: failWithoutMock,
  wrongBalances: failWithoutMock,
  wrongAllowances: failWithoutMock,
  on: () => ({
    setMining: failWithoutMock,
    mine: failWithoutMock,
    replace: failWithoutMock,
    expire: failWithoutMock,
    cheat: failWithoutMock,
    pay: failWithoutMock,
  }),
}
