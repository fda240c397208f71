import { describe, expect, it } from "vitest"
import { type GuardEvent, type GuardState, guardPress, judgeClick, makeGuardState } from "./pressGuard.ts"

/** The Approve button at a place of the page, and the page's own place on the screen. */
const button = { x: 200, y: 500 }
const home = { x: 100, y: 80 }

/** Plays a user's and a page's doings in virtual time. */
const play = (place: GuardState["place"] = "frame") => {
  let state = makeGuardState(place)
  let now = 1000
  let frame = home
  let scale = 1
  const hear = (event: GuardEvent) => {
    state = guardPress(state, event, now)
  }
  const pointer = (
    _tag: "Moved" | "Down" | "Up",
    at = button,
    control: string | null = "approve",
    kind: "mouse" | "touch" = "mouse",
  ) =>
    hear({
      _tag,
      pointer: kind,
      place: {
        clientX: at.x,
        clientY: at.y,
        screenX: frame.x + at.x * scale,
        screenY: frame.y + at.y * scale,
      },
      pixelRatio: scale,
      control,
    })
  const judge = (over: Partial<Parameters<typeof judgeClick>[1]> = {}) =>
    judgeClick(state, { clicks: 1, control: "approve", isTouch: false, ...over }, now)
  const player = {
    hear,
    judge,
    pointer,
    wait: (ms: number) => {
      now += ms
    },
    see: (isSeen = true) => hear({ _tag: "Seen", isSeen, minScale: 0.7 }),
    /** The page moves the frame, which no browser reports. */
    shift: (x: number, y = 0) => {
      frame = { x: frame.x + x, y: frame.y + y }
    },
    zoom: (to: number) => {
      scale = to
      hear({ _tag: "Changed" })
    },
    click: (kind: "mouse" | "touch" = "mouse") => {
      pointer("Down", button, "approve", kind)
      pointer("Up", button, "approve", kind)
      return judge({ isTouch: kind === "touch" })
    },
    key: (key: "focus" | "press" | "other", isRepeat = false, control: string | null = "approve") =>
      hear({ _tag: "Key", key, isRepeat, control }),
    focus: (control: string | null) => hear({ _tag: "Focused", control }),
  }
  return player
}

/** In sight, with the mouse on the button, at rest. */
const rest = () => {
  const user = play()
  user.see()
  user.pointer("Moved", { x: 190, y: 490 })
  user.pointer("Moved")
  user.wait(700)
  return user
}

describe("a press by the mouse in a frame", () => {
  it("takes a press when nothing has changed for 700 ms", () => {
    expect(rest().click()).toBe("counts")
  })

  it("refuses a press before 700 ms in sight, and before 700 ms with the pointer inside", () => {
    const user = play()
    user.pointer("Moved")
    user.wait(1000)
    expect(user.click()).toBe("early")
    user.see()
    user.wait(699)
    expect(user.click()).toBe("early")
    user.wait(1)
    expect(user.click()).toBe("counts")
    const late = play()
    late.see()
    late.wait(5000)
    late.pointer("Moved")
    late.wait(699)
    expect(late.click()).toBe("early")
  })

  const changes: Record<string, (user: ReturnType<typeof play>) => void> = {
    "the page has moved the frame": (user) => user.shift(40),
    "the page has moved the frame, and the mouse has moved since": (user) => {
      user.shift(0, -40)
      user.pointer("Moved")
    },
    "the frame was out of sight": (user) => {
      user.see(false)
      user.see()
    },
    "another prompt is shown, or the frame's size has changed": (user) => user.hear({ _tag: "Changed" }),
    "the page has zoomed the frame": (user) => user.zoom(0.9),
    "the mouse has left and come back": (user) => {
      user.hear({ _tag: "Left" })
      user.pointer("Moved")
    },
    "the mouse has not moved since it left": (user) => user.hear({ _tag: "Left" }),
    "the page's window has lost the focus": (user) => user.hear({ _tag: "Blurred" }),
  }
  for (const [name, change] of Object.entries(changes))
    it(`refuses a press when ${name}`, () => {
      const user = rest()
      change(user)
      expect(user.click()).toBe("early")
      // And counts again after 700 ms of rest.
      user.pointer("Moved")
      user.wait(700)
      expect(user.click()).toBe("counts")
    })

  it("refuses a press when the mouse has rested for 3 s, until it moves", () => {
    const user = rest()
    user.wait(3000)
    expect(user.click()).toBe("early")
    user.pointer("Moved")
    expect(user.click()).toBe("counts")
  })

  it("refuses a press when the frame moves between its beginning and its end", () => {
    const user = rest()
    user.pointer("Down")
    user.shift(10)
    user.pointer("Up")
    expect(user.judge()).toBe("early")
  })

  it("refuses a press when it begins or ends outside the button", () => {
    const user = rest()
    user.pointer("Down", button, null)
    user.pointer("Up")
    expect(user.judge()).toBe("early")
    user.pointer("Down")
    user.pointer("Up", button, "decline")
    expect(user.judge()).toBe("early")
    user.pointer("Up")
    expect(user.judge()).toBe("early")
  })

  it("refuses a press that is the second of a double click", () => {
    const user = rest()
    user.pointer("Down")
    user.pointer("Up")
    expect(user.judge({ clicks: 2 })).toBe("early")
  })

  it("takes a press in a page that the user has zoomed, once the mouse has told the scale", () => {
    const user = play()
    user.zoom(1.1)
    user.see()
    for (let step = 0; step < 10; step++) {
      user.pointer("Moved", { x: 20 + step * 20, y: 300 + step * 20 })
      user.wait(16)
    }
    user.wait(700)
    expect(user.click()).toBe("counts")
  })

  it("refuses a press when the mouse tells that the text is too small to be read", () => {
    const user = play()
    user.zoom(0.5)
    user.see()
    user.pointer("Moved")
    user.wait(5000)
    expect(user.click()).toBe("early")
  })
})

describe("a touch", () => {
  it("leaves a touch in a frame unjudged, because it does not tell where the frame was", () => {
    const user = rest()
    expect(user.click("touch")).toBe("unknown")
  })

  it("takes a touch in a window of its own after 700 ms", () => {
    const user = play("window")
    user.see()
    user.wait(699)
    expect(user.click("touch")).toBe("early")
    user.wait(1)
    expect(user.click("touch")).toBe("counts")
  })
})

describe("a press by the mouse in a window of its own", () => {
  it("takes a press only after a move of the mouse inside", () => {
    const user = play("window")
    user.see()
    user.wait(700)
    expect(user.click()).toBe("early")
    user.pointer("Moved")
    expect(user.click()).toBe("counts")
  })
})

describe("a key", () => {
  const focus = () => {
    const user = play()
    user.see()
    user.key("focus", false, "decline")
    user.focus("approve")
    user.wait(700)
    return user
  }
  const press = (user: ReturnType<typeof play>, isRepeat = false) => {
    user.key("press", isRepeat)
    return user.judge({ clicks: 0 })
  }

  it("takes a key on a button that a key has focused for 700 ms", () => {
    expect(press(focus())).toBe("counts")
  })

  it("refuses a key when it is a repetition, or comes within 700 ms of the focus", () => {
    expect(press(focus(), true)).toBe("early")
    const user = play()
    user.see()
    user.wait(5000)
    user.key("focus", false, "decline")
    user.focus("approve")
    user.wait(699)
    expect(press(user)).toBe("early")
  })

  it("refuses a key on a button that a script, a pointer or the return of the focus has focused", () => {
    const scripted = play()
    scripted.see()
    scripted.focus("approve")
    scripted.wait(700)
    expect(press(scripted)).toBe("early")
    const returned = focus()
    returned.hear({ _tag: "Blurred" })
    returned.focus("approve")
    returned.wait(700)
    expect(press(returned)).toBe("early")
    const held = play()
    held.see()
    held.key("focus", true, "decline")
    held.focus("approve")
    held.wait(700)
    expect(press(held)).toBe("early")
  })

  it("refuses a key when the screen has changed within 700 ms", () => {
    const user = focus()
    user.hear({ _tag: "Changed" })
    user.wait(699)
    expect(press(user)).toBe("early")
  })
})

describe("a click by an assistive program", () => {
  it("leaves the click unjudged in a frame, and takes it in a window of its own unless a key was used within 700 ms", () => {
    const framed = rest()
    expect(framed.judge({ clicks: 0 })).toBe("unknown")
    const user = play("window")
    user.see()
    user.wait(700)
    expect(user.judge({ clicks: 0 })).toBe("counts")
    user.key("press", true)
    user.hear({ _tag: "KeyUp" })
    expect(user.judge({ clicks: 0 })).toBe("early")
  })
})
