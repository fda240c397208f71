const mark = (element: HTMLElement | null) => {
  const around = element?.closest(".viewport")
  around?.classList.add("tall")
  return () => around?.classList.remove("tall")
}

/** A view that holds a list without end: it is given a height, and its list scrolls in it. */
export const Tall = () => <span hidden ref={mark} />
