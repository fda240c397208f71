import { describe, expect, it } from "vitest"
import { parseStory, StoryInvalid } from "./parseStory.ts"

const refusal = (text: string) => {
  try {
    return parseStory(text)
  } catch (error) {
    if (!(error instanceof StoryInvalid)) throw error
    return error.message
  }
}

const solanaMainnet = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
const bitcoinMainnet = "bip122:000000000019d6689c085ae165831e93"

describe("parseStory", () => {
  it("parses a story with its defaults and the line of each step", () => {
    expect(
      parseStory(`
story: Send ETH
steps:
  - connect: {}
  # What the person pays.
  - send: { amount: "1.5", token: ETH, to: second, pass: true }
    note: To a friend
    expect:
      state: Confirmed
      balances:
        - { of: second, token: ETH, change: "1.5" }
  - mining: held
`),
    ).toEqual({
      title: "Send ETH",
      seed: "Send ETH",
      networks: ["eip155:1"],
      wallet: "own",
      smartAccount: false,
      siwx: null,
      patience: 30,
      steps: [
        {
          act: { _tag: "connect", with: { answer: "approve" } },
          note: null,
          expect: null,
          network: "eip155:1",
          line: 4,
        },
        {
          act: {
            _tag: "send",
            with: { amount: "1.5", token: "ETH", to: "second", pass: true, answer: "approve" },
          },
          note: "To a friend",
          expect: {
            state: "Confirmed",
            balances: [{ of: "second", token: "ETH", change: "1.5", besidesFees: false }],
            allowances: [],
          },
          network: "eip155:1",
          line: 6,
        },
        { act: { _tag: "mining", with: "held" }, note: null, expect: null, network: "eip155:1", line: 12 },
      ],
    })
  })

  it("parses JSON", () => {
    expect(parseStory('{ "story": "J", "steps": [{ "look": true }] }').steps[0]?.act).toEqual({
      _tag: "look",
      with: true,
    })
  })

  it("parses swaps and dApp requests with their defaults", () => {
    const act = (text: string) => parseStory(`story: A\nsteps:\n  - ${text}\n`).steps[0]?.act
    expect(act('swap: { amount: "1", from: ETH, to: mUSDC }')).toEqual({
      _tag: "swap",
      with: {
        amount: "1",
        from: "ETH",
        to: "mUSDC",
        pass: false,
        late: false,
        answers: ["approve", "approve"],
      },
    })
    expect(act("ask: { permit: { token: mUSDC, spender: thief, amount: unlimited } }")).toEqual({
      _tag: "ask",
      with: {
        permit: { token: "mUSDC", spender: "thief", amount: "unlimited" },
        pass: false,
        answer: "approve",
      },
    })
  })

  it("returns the network of each step", () => {
    const [evm, solana, bitcoin] = ["eip155:1", solanaMainnet, bitcoinMainnet]
    const told = `
story: Three chains
network: ${solana}
networks: ["${bitcoin}", "${evm}", "${solana}"]
steps:
  - connect: {}
  - connect: { to: eip155, answer: decline }
  - connect: { to: eip155 }
  - connect: { to: bip122 }
    expect: { connected: [eip155, solana, bip122] }
  - switch: ${evm}
  - disconnect: { from: eip155 }
  - disconnect: true
`
    const { networks, steps } = parseStory(told)
    expect(networks).toEqual([solana, bitcoin, evm])
    expect(steps.map(({ network }) => network)).toEqual([solana, solana, evm, bitcoin, evm, solana, solana])
  })

  it.each([
    [
      "a chain that the story does not have",
      "story: A\nsteps:\n  - look: true\n  - connect: { to: solana }\n",
      "Line 4, steps.1.connect: the story has no network of solana.",
    ],
    [
      "a network that the story does not have",
      "story: A\nsteps:\n  - switch: eip155:10\n",
      "Line 3, steps.0.switch: the story has no network eip155:10.",
    ],
    [
      "a balance on a network that the story does not have",
      'story: A\nsteps:\n  - look: true\n    expect:\n      balances:\n        - of: first\n          on: eip155:10\n          token: ETH\n          change: "1"\n',
      "Line 7, steps.0.expect.balances.0.on: the story has no network eip155:10.",
    ],
    [
      "an unsupported chain",
      "story: A\nnetwork: cosmos:cosmoshub-4\nsteps:\n  - look: true\n",
      "Line 2, network: it must be a CAIP-2 id such as eip155:1.",
    ],
    [
      "allowances on a chain without them",
      `story: A\nnetwork: ${solanaMainnet}\nsteps:\n  - look: true\n    expect:\n      allowances:\n        - { of: first, token: mUSDC, spender: thief, is: "0" }\n`,
      `Line 7, steps.0.expect.allowances: there are allowances on eip155 alone, and not on ${solanaMainnet}.`,
    ],
    [
      "an unknown key",
      "story: A\nsteps:\n  - connect: {}\n    expcet: {}\n",
      "Line 4, steps.0.expcet: unknown key.",
    ],
    [
      "an amount that is a number",
      "story: A\nsteps:\n  - send:\n      amount: 1.5\n      token: ETH\n      to: second\n",
      "Line 4, steps.0.send.amount: it must be of type string.",
    ],
    [
      "a missing field",
      'story: A\nsteps:\n  - look: true\n  - send: { amount: "1", token: ETH }\n',
      "Line 4, steps.1.send.to: it is missing.",
    ],
    [
      "an invalid amount",
      'story: A\nsteps:\n  - send: { amount: "1,5", token: ETH, to: second }\n',
      'Line 3, steps.0.send.amount: it must be a decimal number in quotes, such as "1.5", or max.',
    ],
    [
      "an unknown recipient",
      'story: A\nsteps:\n  - look: true\n  - send: { amount: "1", token: ETH, to: secnod }\n',
      "Line 4, steps.1.send.to: it must be one of first, second, third, fourth, an address, or a name with a dot.",
    ],
    [
      "a balance of an unknown account",
      'story: A\nsteps:\n  - look: true\n    expect:\n      balances:\n        - { of: milo.wmodal.id, token: ETH, change: "1" }\n',
      "Line 6, steps.0.expect.balances.0.of: it must be one of first, second, third, fourth, or an address.",
    ],
    [
      "a cheat with a public method",
      "story: A\nsteps:\n  - cheat: { method: eth_call }\n",
      "Line 3, steps.0.cheat.method: it must be anvil_..., evm_..., litesvm_... or eth_sendTransaction.",
    ],
    [
      "a terminal control sequence",
      'story: A\nsteps:\n  - look: true\n    note: "\\e[2J"\n',
      "Line 4, steps.0.note: it must be one line of printable characters.",
    ],
    [
      "two acts in one step",
      "story: A\nsteps:\n  - look: true\n    reload: true\n",
      /^Line 3, steps\.0: a step must have one of connect, /,
    ],
    ["no act", "story: A\nsteps:\n  - note: nothing\n", /^Line 3, steps\.0: a step must have one of /],
    [
      "an unknown state",
      "story: A\nsteps:\n  - look: true\n    expect:\n      state: Done\n",
      /^Line 5, steps\.0\.expect\.state: it must be one of Asked, /,
    ],
    ["no steps", "story: A\nsteps: []\n", "Line 2, steps: it must be at least 1."],
    [
      "an invalid network",
      "story: A\nnetwork: mainnet\nsteps:\n  - look: true\n",
      "Line 2, network: it must be a CAIP-2 id such as eip155:1.",
    ],
    [
      "slippage above the maximum",
      'story: A\nsteps:\n  - swap: { amount: "1", from: ETH, to: mUSDC, slippage: 51 }\n',
      "Line 3, steps.0.swap.slippage: it must be at most 50.",
    ],
    [
      "a swap without answers",
      'story: A\nsteps:\n  - swap: { amount: "1", from: ETH, to: mUSDC, answers: [] }\n',
      "Line 3, steps.0.swap.answers: it must be at least 1.",
    ],
    [
      "a request with two kinds",
      'story: A\nsteps:\n  - ask: { call: { to: second, data: "0x" }, approval: { token: mUSDC, spender: thief, amount: "1" } }\n',
      "Line 3, steps.0.ask: a request must be one of permit, approval, session, call.",
    ],
    [
      "half a byte",
      'story: A\nsteps:\n  - ask: { call: { to: second, data: "0x1" } }\n',
      "Line 3, steps.0.ask.call.data: it must be 0x and whole bytes of hex.",
    ],
    ["invalid YAML", "story: A\nsteps:\n  - [\n", /^Line 4: /],
    [
      "the same key twice",
      "story: A\nstory: B\nsteps:\n  - look: true\n",
      /^Line 2: Map keys must be unique/,
    ],
    ["an empty file", "", /^Line 1: /],
  ])("throws with the line of %s", (_, text, message) => {
    expect(refusal(text)).toMatch(message)
  })

  it.each([
    ["signIn: {}", "own", "the story does not use the embedded wallet"],
    ["account: eoa", "phone", "the story does not use the embedded wallet"],
    ["changeEmail: { to: grace@example.com }", "own", "the story does not use the embedded wallet"],
    ["frame: freeze", "phone", "the story does not use the embedded wallet"],
    ["phone: disconnect", "frame", "the story does not use a phone wallet"],
    ["connect: {}", "frame", "the embedded wallet is connected by sign-in, not by connect"],
  ])("throws for an act that the story's wallet does not support: %s", (step, wallet, why) => {
    expect(refusal(`story: A\nwallet: ${wallet}\nsteps:\n  - ${step}\n`)).toBe(
      `Line 4, steps.0.${step.split(":")[0]}: ${why}.`,
    )
  })

  it("returns the same step networks for a sign-in with the right and with a wrong code", () => {
    const steps = (code: string) =>
      parseStory(
        `story: A\nwallet: frame\nnetworks: ["${solanaMainnet}"]\nsteps:\n  - signIn: { code: ${code} }\n  - switch: "${solanaMainnet}"\n  - disconnect: true\n  - look: true\n`,
      ).steps.map(({ network }) => network)
    expect(steps("right")).toEqual(["eip155:1", solanaMainnet, solanaMainnet, solanaMainnet])
    expect(steps("wrong")).toEqual(["eip155:1", solanaMainnet, solanaMainnet, solanaMainnet])
  })

  it.each([
    ["replace: cancel", "eip155 and bip122", solanaMainnet],
    ["expire: true", "solana", "eip155:1"],
    ["raiseFee: {}", "bip122", solanaMainnet],
    ["cheat: { method: litesvm_airdrop }", "eip155 and solana", bitcoinMainnet],
    ['swap: { amount: "1", from: SOL, to: mUSDC }', "eip155", solanaMainnet],
    ['ask: { call: { to: second, data: "0x" } }', "eip155", bitcoinMainnet],
  ])("throws for an act that the chain does not support: %s", (step, chains, network) => {
    expect(refusal(`story: A\nnetwork: ${network}\nsteps:\n  - look: true\n  - ${step}\n`)).toBe(
      `Line 5, steps.1.${step.split(":")[0]}: it happens on ${chains} alone, and not on ${network}.`,
    )
  })
})
