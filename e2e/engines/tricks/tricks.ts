import type { Trick, TrickStage } from "./Trick.ts"

const move = ({ move }: TrickStage) => move()

/** The frame's page at 8 % of its size: its text is a pixel high. */
const zoomOut = ({ box, keepViewport, move }: TrickStage) => {
  box.style.setProperty("zoom", "0.08")
  keepViewport()
  move({ x: 700, y: 100 })
}
const scaleDown = ({ box }: TrickStage) => {
  box.style.scale = "0.1"
}
const scrollPage = ({ miss }: TrickStage) => {
  const { x, y } = miss()
  scrollBy({ left: -x, top: -y, behavior: "instant" })
}
const scrollBox = ({ box, miss }: TrickStage) => {
  const { x, y } = miss()
  box.scrollBy({ left: -x, top: -y, behavior: "instant" })
}
const coverAll = ({ cover }: TrickStage) => {
  cover()
}

const byMouse: readonly Omit<Trick, "input">[] = [
  { name: "moved by the first press of a double click", when: "first press", act: move },
  { name: "moved 30 ms before a press", when: "before press", act: move },
  {
    name: "translated by the first press of a double click",
    when: "first press",
    act: ({ box, miss }) => {
      const { x, y } = miss()
      box.style.translate = `${x}px ${y}px`
    },
  },
  {
    name: "moved up by an element that vanishes above it",
    when: "before press",
    prepare: ({ above, move }) => {
      move()
      above.style.height = "80px"
    },
    act: ({ above }) => {
      above.style.height = "0"
    },
  },
  {
    name: "drifting slowly beneath the pointer",
    when: "throughout",
    prepare: move,
    act: ({ animate, box }) =>
      animate((elapsed) => {
        box.style.translate = `${((elapsed / 100) % 40) - 20}px 0`
      }),
  },
  {
    name: "jumping between two places beneath the pointer",
    when: "throughout",
    prepare: move,
    act: ({ animate, box }) =>
      animate((elapsed) => {
        box.style.translate = Math.floor(elapsed / 300) % 2 === 0 ? "0 0" : "40px 0"
      }),
  },
  { name: "following the pointer", when: "each move", act: move },
  { name: "zoomed out", when: "still", stage: zoomOut, prepare: move },
  {
    name: "zoomed out, and moved by the first press of a double click",
    when: "first press",
    stage: zoomOut,
    act: move,
  },
  {
    name: "zoomed out with its page",
    when: "still",
    stage: ({ keepViewport }) => {
      document.documentElement.style.setProperty("zoom", "0.1")
      keepViewport()
    },
  },
  {
    name: "zoomed in by the first press of a double click",
    when: "first press",
    stage: zoomOut,
    act: ({ box, frame, move }) => {
      box.style.removeProperty("zoom")
      frame.style.cssText = ""
      move()
    },
  },
  { name: "scaled down", when: "still", stage: scaleDown, prepare: move },
  {
    name: "scaled up from a tenth by the first press of a double click",
    when: "first press",
    stage: scaleDown,
    act: ({ box, move }) => {
      box.style.scale = "1"
      move()
    },
  },
  {
    name: "scaled to three times its size by the first press of a double click",
    when: "first press",
    act: ({ box, move }) => {
      box.style.scale = "3"
      move()
    },
  },
  {
    name: "turned until it is thin",
    when: "still",
    stage: ({ box }) => {
      box.style.transform = "rotateY(80deg)"
    },
  },
  {
    name: "shortened 30 ms before a press",
    when: "before press",
    prepare: ({ box, move }) => {
      move()
      // The buttons are at the frame's lower edge.
      box.style.top = `${box.offsetTop + 80}px`
    },
    act: ({ frame }) => {
      frame.style.height = "560px"
    },
  },
  {
    name: "narrowed 30 ms before a press",
    when: "before press",
    prepare: ({ box, move }) => {
      move()
      box.style.left = `${box.offsetLeft + 100}px`
    },
    act: ({ box, frame }) => {
      frame.style.width = "340px"
      box.style.left = `${box.offsetLeft - 75}px`
    },
  },
  {
    name: "grown from one pixel by the first press of a double click",
    when: "first press",
    prepare: ({ frame, move }) => {
      move()
      frame.style.cssText = "width:1px;height:1px"
    },
    act: ({ frame }) => {
      frame.style.cssText = ""
    },
  },
  {
    name: "scrolled with its page by the first press of a double click",
    when: "first press",
    act: scrollPage,
  },
  { name: "scrolled in a box 30 ms before a press", place: "scroller", when: "before press", act: scrollBox },
  {
    name: "scrolled slowly in a box",
    place: "scroller",
    when: "throughout",
    prepare: scrollBox,
    act: ({ animate, box }) => {
      const { scrollLeft } = box
      animate((elapsed) => {
        box.scrollLeft = scrollLeft + ((elapsed / 100) % 40) - 20
      })
    },
  },
  {
    name: "slotted elsewhere by the first press of a double click",
    place: "slots",
    when: "first press",
    act: ({ frame, move }) => {
      frame.slot = "other"
      move()
    },
  },
  {
    name: "put in the top layer by the first press of a double click",
    when: "first press",
    stage: ({ frame }) => {
      frame.popover = "manual"
    },
    act: ({ frame, miss }) => {
      frame.style.cssText = "position:fixed;inset:0 auto auto 0;margin:0;padding:0"
      frame.showPopover()
      const { x, y } = miss()
      frame.style.translate = `${x}px ${y}px`
    },
  },
  {
    name: "in an iframe moved by the first press of a double click",
    place: "outer",
    when: "first press",
    act: move,
  },
  { name: "in an iframe scaled down", place: "outer", when: "still", stage: scaleDown, prepare: move },
  {
    name: "in an iframe zoomed out, and moved by the first press of a double click",
    place: "outer",
    when: "first press",
    stage: zoomOut,
    act: move,
  },
  {
    name: "in an iframe scrolled 30 ms before a press",
    place: "outer",
    when: "before press",
    stage: ({ box }) => {
      box.style.height = "720px"
    },
    prepare: ({ box, move }) => {
      move()
      box.style.top = `${box.offsetTop - 60}px`
    },
    act: ({ frame }) => frame.ownerDocument.defaultView?.scrollBy({ top: -60, behavior: "instant" }),
  },
  { name: "covered by an element that lets presses through", when: "still", stage: coverAll },
  {
    name: "invisible until the first press of a double click",
    when: "first press",
    stage: ({ box }) => {
      box.style.visibility = "hidden"
    },
    act: ({ box, move }) => {
      box.style.visibility = "visible"
      move()
    },
  },
  {
    name: "covered, and the window that it opens is pressed at once",
    aim: "open",
    when: "still",
    stage: coverAll,
  },
  {
    name: "zoomed out, and the window that it opens is pressed at once",
    aim: "open",
    when: "still",
    stage: zoomOut,
    prepare: move,
  },
]

const byTouch: readonly Omit<Trick, "input">[] = [
  { name: "moved by the first of two taps", when: "first press", act: move },
  { name: "moved 30 ms before a tap", when: "before press", act: move },
  { name: "zoomed out, and tapped", when: "still", stage: zoomOut, prepare: move },
  { name: "scrolled with its page by the first of two taps", when: "first press", act: scrollPage },
  { name: "in an iframe moved by the first of two taps", place: "outer", when: "first press", act: move },
]

const byKey: readonly Omit<Trick, "input">[] = [
  { name: "zoomed out, and given the keys", when: "still", stage: zoomOut, prepare: move },
  { name: "scaled down, and given the keys", when: "still", stage: scaleDown, prepare: move },
  {
    name: "out of sight, and given the keys",
    when: "still",
    stage: ({ box }) => {
      box.style.left = "-5000px"
    },
  },
  { name: "moved and given the keys by a key", when: "first press", act: move },
  { name: "moved and given the keys by a key that is held", when: "first press", isHeld: true, act: move },
]

/** The tricks that every engine must resist. */
export const tricks: readonly Trick[] = [
  ...byMouse.map((trick): Trick => ({ ...trick, input: "mouse" })),
  ...byTouch.map((trick): Trick => ({ ...trick, input: "touch" })),
  ...byKey.map((trick): Trick => ({ ...trick, input: "key" })),
]
