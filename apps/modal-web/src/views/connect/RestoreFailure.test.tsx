import { describe, expect, it } from "vitest"
import { renderScene, wordsIn } from "../../gallery/renderScene.tsx"
import { type SceneName, sceneOf } from "../../gallery/scenes.ts"
import { lostIn } from "./lostIn.ts"
import { RestoreFailure } from "./RestoreFailure.tsx"

const words = (scene: SceneName) => {
  const { rows, states } = sceneOf(scene)
  const problem = lostIn(states)
  return problem === null ? [] : wordsIn(renderScene(scene, <RestoreFailure problem={problem} rows={rows} />))
}

describe("RestoreFailure", () => {
  it.each([
    ["restore-removed", "MetaMask is gone", "Install it"],
    ["restore-locked", "MetaMask is locked", "Connect again"],
    ["restore-network-gone", "Network no longer offered", "Connect again"],
    ["restore-no-answer", "MetaMask did not answer", "Connect again"],
  ] as const)("tells why a session is gone, and what to do: %s", (scene, title, action) => {
    expect(words(scene)).toEqual(expect.arrayContaining([title, action]))
  })

  it("is not there where nothing was lost", () => {
    expect(words("account")).toEqual([])
  })
})
