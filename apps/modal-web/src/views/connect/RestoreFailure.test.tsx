import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { getScene, type SceneName } from "../../gallery/scenes.ts"
import { RestoreFailure } from "./RestoreFailure.tsx"
import { restoreProblem } from "./restoreProblem.ts"

const words = (scene: SceneName) => {
  const { rows, states } = getScene(scene)
  const problem = restoreProblem(states)
  return problem === null
    ? []
    : getTexts(renderScene(scene, <RestoreFailure problem={problem} rows={rows} />))
}

describe("RestoreFailure", () => {
  it.each([
    ["restore-removed", "MetaMask was removed", "Install it"],
    ["restore-locked", "MetaMask is locked", "Connect again"],
    ["restore-network-gone", "Network no longer offered", "Connect again"],
    ["restore-no-answer", "MetaMask did not respond", "Connect again"],
  ] as const)("shows why a session was lost, and the next action: %s", (scene, title, action) => {
    expect(words(scene)).toEqual(expect.arrayContaining([title, action]))
  })

  it("renders nothing when no session was lost", () => {
    expect(words("account")).toEqual([])
  })
})
