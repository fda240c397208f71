import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { openStoryWorld, readStory, type Story, type StoryWorld } from "@wmodal/mock-server/story"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { atLength } from "../harness/atLength.ts"
import type { Outside } from "../harness/outside.ts"
import { paths } from "../harness/paths.ts"
import { story as test } from "../harness/story.ts"
import type { Visitor } from "../harness/visitor.ts"
import type { World } from "../harness/world.ts"
import { makeModalPlayer } from "./ModalPlayer.ts"
import { devWallet, extensionWallet, frameWallet, type PlayedWallet, phoneWallet } from "./PlayedWallet.ts"

const folder = join(paths.root, "stories")
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"))

const Played = z.object({ state: z.unknown() })

/** Milliseconds for the three plays of a story, each step of which may take a while to hold. */
const plays = 120_000

/** So many workers share the stories. */
const shares = 3

const whoseWalletIs = (where: "phone" | "frame") =>
  files.filter((file) => new RegExp(`^wallet: ${where}$`, "m").test(readFileSync(join(folder, file), "utf8")))
const onPhone = whoseWalletIs("phone")
const inFrame = whoseWalletIs("frame")

/**
 * What the modal does in them it does in others too: a phone sends on each chain, `requests.spec` asks, `chains.spec` has several
 * chains, `faults.spec` and `hostileNodes.spec` nodes that are dead, what is asked in the frame is taken back in
 * `signIn.spec`, and `send.spec` and `swap.spec` refuse what there is too little for, are declined, stop at a look-alike and
 * at a loss, and swap in one batch. The terminal plays them; the modal does at length (`WMODAL_SOAK`).
 */
const alike = new Set([
  "bitcoin-fee.yaml",
  "bitcoin-send.yaml",
  "chains-declined.yaml",
  "chains-insufficient.yaml",
  "chains-lost-reply.yaml",
  "chains-reload.yaml",
  "chains-two.yaml",
  "decline.yaml",
  "frame-declined.yaml",
  "frame-two-chains.yaml",
  "insufficient.yaml",
  "late-approval.yaml",
  "look-alike.yaml",
  "max.yaml",
  "nodes-dead.yaml",
  "page-asks.yaml",
  "phone-declined.yaml",
  "phone-relay.yaml",
  "phone-reload.yaml",
  "phone-swap.yaml",
  "replaced.yaml",
  "reverted.yaml",
  "send-eth.yaml",
  "send-tokens.yaml",
  "smart-account.yaml",
  "solana-expired.yaml",
  "solana-look-alike.yaml",
  "solana-send.yaml",
  "solana-tokens.yaml",
  "swap-batch.yaml",
  "swap-declined.yaml",
  "swap-stopped.yaml",
  "swap.yaml",
])

/** Whose time is that of the world outside, and long: `signIn.spec` sees the same in a page whose clock is moved. */
const slow = new Set(["frame-dies.yaml"])

/** One of the wallets plays a story in the modal, in turn; at length both do. */
const ownersOf = (file: string): readonly Owner[] => {
  if (alike.has(file) && !atLength) return []
  if (onPhone.includes(file)) return ["the phone"]
  if (inFrame.includes(file)) return ["the frame"]
  const both = ["the extension", "the demo's wallet"] as const
  return atLength ? both : both.filter((_, at) => at === files.indexOf(file) % 2)
}

/**
 * Every third story, from the first, the second or the third on. Each is played by the terminal, and but for a few by the
 * modal, with the extension, with the demo's own wallet, with both or with a phone, in a world each. What everybody has at
 * the end is the same.
 */
export const playStories = (from: 0 | 1 | 2) =>
  describe("a story as data", () => {
    const cast = files
      .filter((file, at) => at % shares === from && (atLength || !slow.has(file)))
      .map((file) => ({
        file,
        where: ownersOf(file).length === 0 ? "in the terminal" : "in the modal as in the terminal",
      }))
    test.for(cast)(
      "ends $where: $file",
      { timeout: plays },
      async ({ file }, { outside, shell, visitor, wallet, world }) => {
        const path = join(folder, file)
        const story = readStory(readFileSync(path, "utf8"))
        // Meanwhile.
        const terminal = shell.run(["run", path, "--mock", "--json"])
        await wallet.smartAccount(story.smartAccount)
        const stages: Readonly<Record<Owner, () => Pick<Stage, "ownerIn" | "world">>> = {
          "the extension": () => ({ ownerIn: () => extensionWallet(wallet), world }),
          "the demo's wallet": () => ({
            ownerIn: devWallet,
            world: { ...world, projectId: `${world.projectId}-demo` },
          }),
          "the frame": () => ({ ownerIn: frameWallet, world }),
          "the phone": () => ({ ownerIn: ({ phone }) => phoneWallet(phone), world }),
        }
        const ends: unknown[] = []
        const owners = ownersOf(file)
        // One after the other: a page that is not in front is drawn too seldom to be used.
        for (const name of owners) ends.push(await play(name, story, { ...stages[name](), outside, visitor }))
        const { code, stderr, stdout } = await terminal
        expect(code, `${stdout}${stderr}`).toBe(0)
        const { state } = Played.parse(JSON.parse(stdout))
        const ended = inFrame.includes(file) ? withoutAddresses : (end: unknown) => end
        expect(ends.map(ended)).toEqual(owners.map(() => ended(state)))
      },
    )
  })

const State = z.object({
  chains: z.array(z.looseObject({ accounts: z.array(z.looseObject({ address: z.string() })) })),
})

/** An embedded wallet has other keys in each world. */
const withoutAddresses = (state: unknown) =>
  State.parse(state).chains.map(({ accounts, ...chain }) => ({
    ...chain,
    accounts: accounts.map((account) => JSON.stringify({ ...account, address: "" })).toSorted(),
  }))

type Owner = "the extension" | "the demo's wallet" | "the phone" | "the frame"

interface Stage {
  readonly ownerIn: (world: StoryWorld) => PlayedWallet
  readonly world: World
  readonly outside: Outside
  readonly visitor: Visitor
}

/** @returns what everybody has at the end. */
const play = async (
  name: string,
  story: Story,
  { outside, ownerIn, visitor, world }: Stage,
): Promise<unknown> => {
  const { networks, patience, smartAccount, steps } = story
  const { projectId } = world
  const storyWorld = await openStoryWorld({ control: outside.control, projectId, networks })
  if (story.wallet === "phone") await storyWorld.phone.smartAccount(smartAccount)
  const owner = ownerIn(storyWorld)
  const watched = (blank: Page) => owner.watch(blank)
  const page = await visitor.visit(owner.host(world, networks), watched, owner.query(smartAccount))
  const player = makeModalPlayer({
    first: page,
    wallet: owner,
    world: storyWorld,
    secureSite: world.secureSite,
    networks,
    opened: visitor.follow,
  })
  for (const [index, step] of steps.entries()) {
    const { expect: wanted, line } = step
    const where = `with ${name}: step ${index + 1}, line ${line}`
    try {
      await player.act(step)
      if (wanted === null) continue
      await expect
        .poll(() => player.differences(wanted, step.network), {
          message: where,
          timeout: patience * 1000,
          interval: 200,
        })
        .toEqual([])
    } catch (cause) {
      throw new Error(`${where}, where the modal said:\n${await player.shown()}\n${String(cause)}`, { cause })
    }
  }
  // What it would go on looking for is of no use to the next one.
  await page.close()
  return storyWorld.state()
}
