import { walletConnectId } from "@wmodal/chains/walletconnect"
import { formatEnglish, presentProblem } from "@wmodal/core"
import {
  type EntryState,
  type FlowProblem,
  formatFlowEnglish,
  type LedgerEntry,
  presentFlow,
  type RequestedAction,
  SendError,
} from "@wmodal/core/flows"
import type { Expected, Payment, StoryStep } from "@wmodal/mock-server"
import {
  type CaipNetworkId,
  type Fetch,
  isNamespace,
  parseAmount,
  SubscriptionRef,
  toNamespace,
} from "@wmodal/protocol"
import { Effect, Fiber, Result, Stream } from "effect"
import type { Browser, Page } from "./Page.ts"
import { playBuy } from "./playBuy.ts"
import { playName } from "./playName.ts"
import { playOwnNetwork } from "./playOwnNetwork.ts"
import { playPermissions } from "./playPermissions.ts"
import { playReceive } from "./playReceive.ts"
import { playRequest, type RequestResult } from "./playRequest.ts"
import { playLeave, playSign } from "./playSign.ts"
import { playAccount, playEmailChange, playSignIn } from "./playSignIn.ts"
import { playSwap } from "./playSwap.ts"
import type { StoryEffects } from "./StoryEffects.ts"
import type { StoryUser } from "./StoryUser.ts"

/** The visible result of a step. */
export interface StepObservation {
  /** All texts that the user sees. */
  readonly says: readonly string[]
  readonly failure: FlowProblem | null
  /** A warning stopped it until the user acknowledges the warning. */
  readonly stopped: boolean
}

/** Runs the steps of a story on its pages. */
export interface StoryRunner {
  /** Runs a step. Fails with a text when the story itself is impossible. */
  readonly act: (
    step: Pick<StoryStep, "act" | "expect" | "network">,
  ) => Effect.Effect<StepObservation, string, Fetch>
  /**
   * Describes the differences from the expected state, empty if there are none. `network` is the network of the step.
   */
  readonly differences: (
    expected: Expected,
    seen: StepObservation,
    network: CaipNetworkId,
  ) => Effect.Effect<readonly string[], string>
  /** Returns the state of the newest recorded payment, `null` if there is none. */
  readonly getNewestState: () => EntryState | null
  readonly close: Effect.Effect<void>
}

const toStoryUnits = (amount: string, decimals: number): bigint | null =>
  Result.getOrNull(parseAmount(amount, decimals))

const emptyObservation: StepObservation = { says: [], failure: null, stopped: false }

const toFailureObservation = (failure: FlowProblem): StepObservation => {
  const { title, body } = presentFlow(failure)
  return {
    says: [formatFlowEnglish(title), formatFlowEnglish(body)],
    failure,
    stopped:
      (failure._tag === "SendError" || failure._tag === "SwapError") && failure.reason._tag === "Stopped",
  }
}

/** The subjects that send a transaction. Signatures do not. */
const sentSubjectTags: readonly string[] = [
  "Transfer",
  "Approval",
  "Swap",
  "Call",
] satisfies readonly RequestedAction["_tag"][]

export const makeStoryRunner = (cast: {
  readonly browser: Browser
  readonly person: StoryUser
  readonly world: StoryEffects
  readonly forget: Effect.Effect<void>
}): Effect.Effect<StoryRunner, string, Fetch> =>
  Effect.gen(function* () {
    const { browser, person, world } = cast
    const open: Page[] = []
    const enter = browser.open.pipe(
      Effect.mapError((failure) => toFailureObservation(failure).says.join(" ")),
      Effect.tap((page) => Effect.sync(() => open.push(page))),
    )
    let page = yield* enter
    let heard: RequestResult | null = null

    const payments = () =>
      SubscriptionRef.getUnsafe(page.flows.ledger.entries).filter(({ subject }) =>
        sentSubjectTags.includes(subject._tag),
      )

    const outcome = <A>(
      action: Effect.Effect<A, FlowProblem | string>,
    ): Effect.Effect<StepObservation, string> =>
      Effect.matchEffect(action, {
        onFailure: (failure) =>
          typeof failure === "string" ? Effect.fail(failure) : Effect.succeed(toFailureObservation(failure)),
        onSuccess: () => Effect.succeed(emptyObservation),
      })

    /** Runs until the action is done or the wallet shows a prompt that stays open. */
    const orAsked = (
      action: Effect.Effect<StepObservation, string>,
    ): Effect.Effect<StepObservation, string> =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkDetach(action)
        return yield* Effect.raceFirst(Fiber.join(fiber), Effect.as(person.awaitOpenPrompt, emptyObservation))
      })

    const answering = (
      answer: Parameters<StoryUser["setResponse"]>[0],
      action: Effect.Effect<StepObservation, string>,
    ) => Effect.andThen(person.setResponse(answer), orAsked(action))

    /** Scans the pairing link once the page shows it. Never succeeds: a failed attempt shows no link. */
    const scanned = Effect.suspend((): Effect.Effect<never, string> => {
      const { scan } = person
      if (scan === null) return Effect.never
      return SubscriptionRef.changes(page.engine.pairing.link).pipe(
        Stream.filter((link) => link !== null),
        Stream.runHead,
        Effect.flatMap(Effect.fromOption),
        Effect.orDie,
        Effect.flatMap(({ uri }) => scan(uri)),
        Effect.andThen(Effect.never),
      )
    })

    const pay = ({ amount, token, to, pass }: Payment, network: CaipNetworkId) =>
      Effect.gen(function* () {
        const { holdings, recipients, send } = page.flows
        const holding = yield* holdings.find(token)
        if (holding === null) return yield* Effect.fail(`the account has no ${token} to send`)
        const recipient = yield* recipients.resolve(world.addressOf(to, network))
        const units = amount === "max" ? amount : toStoryUnits(amount, holding.token.decimals)
        if (units === null) return yield* new SendError({ reason: { _tag: "InvalidAmount" } })
        const review = yield* send.prepare({ holding, amount: units, to: recipient })
        return yield* send.submit(review, pass ? review.stops.map(({ _tag }) => _tag) : [])
      })

    const getNewestState = () => payments()[0]?.state ?? null

    const newest = Effect.suspend((): Effect.Effect<LedgerEntry, string> => {
      const [entry] = payments()
      return entry === undefined ? Effect.fail("no payment was sent yet") : Effect.succeed(entry)
    })

    const connected = () =>
      Object.entries(SubscriptionRef.getUnsafe(page.engine.connection.state))
        .flatMap(([namespace, state]) => (state?._tag === "Connected" ? namespace : []))
        .toSorted()

    const anew = Effect.gen(function* () {
      yield* page.close
      page = yield* enter
      return emptyObservation
    })

    const act: StoryRunner["act"] = ({ act, expect: expected, network }) => {
      switch (act._tag) {
        case "connect": {
          const namespace = act.with.to ?? toNamespace(network)
          const known = SubscriptionRef.getUnsafe(page.engine.connectors.all)
          const wallet =
            person.scan !== null && isNamespace(namespace)
              ? { id: walletConnectId, namespace }
              : known.find((connector) => connector.namespace === namespace)
          if (wallet === undefined) return Effect.fail(`no wallet supports ${namespace}`)
          return answering(
            act.with.answer,
            Effect.match(page.engine.connection.connectAndWait(wallet.id, wallet.namespace), {
              onFailure: (problem): StepObservation => {
                const { title, body } = presentProblem(problem, "connect")
                return { says: [formatEnglish(title), formatEnglish(body)], failure: problem, stopped: false }
              },
              onSuccess: () => emptyObservation,
            }).pipe(Effect.raceFirst(scanned)),
          )
        }
        case "disconnect":
          return outcome(page.engine.connection.disconnect(act.with === true ? undefined : act.with.from))
        case "switch":
          return answering("approve", outcome(page.engine.networks.switchTo(act.with)))
        case "send":
          return answering(act.with.answer, outcome(pay(act.with, network)))
        case "swap":
          return orAsked(outcome(playSwap(page.flows, person, act.with)))
        case "buy":
          return playBuy(page.flows, world, act.with)
        case "receive":
          return playReceive(page.flows, world.on(network), act.with)
        case "ownNetwork":
          return playOwnNetwork(page, world, act.with, expected?.says !== undefined)
        case "ask":
          heard = null
          return orAsked(
            Effect.flatMap(world.requestOf(act.with, network), (request) =>
              playRequest(page, person, request, act.with, (what) => {
                heard = what
              }),
            ),
          )
        case "answer":
          return Effect.flatMap(person.respondToOpen(act.with), (answered) =>
            answered === 0 ? Effect.fail("the wallet shows no request") : Effect.succeed(emptyObservation),
          )
        case "reload":
          return anew
        case "tab":
          return Effect.map(enter, (another) => {
            page = another
            return emptyObservation
          })
        case "checkAgain":
          return Effect.flatMap(newest, ({ id }) => outcome(page.flows.ledger.checkAgain(id)))
        case "raiseFee":
          return answering(
            act.with.answer,
            outcome(
              Effect.flatMap(newest, ({ id }) =>
                Effect.flatMap(page.flows.send.raiseFee(id), page.flows.send.submitRaise),
              ),
            ),
          )
        case "faults":
          return Effect.as(world.setFaults(act.with), emptyObservation)
        case "mining":
          return Effect.as(world.on(network).setMining(act.with), emptyObservation)
        case "mine":
          return Effect.as(world.on(network).mine(act.with), emptyObservation)
        case "replace":
          return Effect.as(world.on(network).replace(act.with), emptyObservation)
        case "expire":
          return Effect.as(world.on(network).expire(), emptyObservation)
        case "cheat":
          return Effect.as(world.on(network).cheat(act.with.method, act.with.params), emptyObservation)
        case "phone": {
          const what = act.with
          return Effect.as(
            what === "disconnect" ? world.phone.disconnect() : world.phone.switchTo(what.switch),
            emptyObservation,
          )
        }
        case "signIn":
          return answering(act.with.answer, playSignIn(page, world, act.with))
        case "changeEmail":
          return playEmailChange(page, world, act.with)
        case "name":
          return answering(act.with.answer, playName(page, act.with))
        case "permissions":
          return answering(act.with.answer, playPermissions(page, act.with))
        case "account":
          return playAccount(page, act.with)
        case "frame":
          return act.with === "forget"
            ? Effect.andThen(cast.forget, anew)
            : Effect.as(world.site.frame(act.with), emptyObservation)
        case "relay":
          return Effect.as(world.relay(act.with), emptyObservation)
        case "sign":
          return answering(act.with.answer, playSign(page, act.with))
        case "leave":
          return playLeave(page, act.with)
        case "look":
          return Effect.succeed(emptyObservation)
      }
    }

    const differences: StoryRunner["differences"] = (expected, seen, network) =>
      Effect.gen(function* () {
        const wrong: string[] = []
        const said = expected.says
        if (said !== undefined && !seen.says.some((text) => text.includes(said))) {
          wrong.push(
            `the user should see "${said}", and sees ${seen.says.map((text) => `"${text}"`).join(", ") || "nothing"}`,
          )
        }
        if (expected.stopped === true && !seen.stopped) wrong.push("no warning stopped it")
        if (expected.heard !== undefined && heard !== expected.heard)
          wrong.push(`the dApp should have received ${expected.heard}, and received ${heard ?? "nothing"}`)
        const chains = expected.connected?.toSorted()
        if (chains !== undefined && chains.join() !== connected().join())
          wrong.push(
            `${chains.join(", ") || "nothing"} should be connected, and ${connected().join(", ") || "nothing"} is`,
          )
        const recorded = payments()
        const state = getNewestState()?._tag
        if (expected.state !== undefined && state !== expected.state) {
          wrong.push(`the status should be ${expected.state}, and is ${state ?? "not there"}`)
        }
        if (expected.payments !== undefined && recorded.length !== expected.payments) {
          wrong.push(`there should be ${expected.payments} payments, and there are ${recorded.length}`)
        }
        const isSignedIn = SubscriptionRef.getUnsafe(page.engine.siwx.state)._tag === "SignedIn"
        if (expected.signedIn !== undefined && isSignedIn !== expected.signedIn)
          wrong.push(`the account should ${expected.signedIn ? "" : "not "}be signed in`)
        const sessions = expected.sessions === undefined ? undefined : yield* browser.countSessions
        if (sessions !== expected.sessions)
          wrong.push(`the dApp's server should have ${expected.sessions} sessions, and has ${sessions}`)
        const asked = expected.prompts === undefined ? undefined : yield* person.countPrompts
        if (asked !== expected.prompts) {
          wrong.push(`the wallet should have prompted ${expected.prompts} times, and prompted ${asked} times`)
        }
        if (wrong.length > 0) return wrong
        return [
          ...(expected.balances.length === 0 ? [] : yield* world.wrongBalances(expected.balances, network)),
          ...(expected.allowances.length === 0
            ? []
            : yield* world.wrongAllowances(expected.allowances, network)),
        ]
      })

    return {
      act,
      differences,
      getNewestState,
      close: Effect.forEach(open, (one) => one.close, { discard: true }),
    }
  })
