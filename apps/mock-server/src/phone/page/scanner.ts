import { byId } from "./elements.ts"

interface Detector {
  readonly detect: (image: ImageBitmapSource) => Promise<readonly { readonly rawValue: string }[]>
}
type MakeDetector = new (options: { readonly formats: readonly string[] }) => Detector

const isDetector = (value: unknown): value is MakeDetector => typeof value === "function"

/** Reads QR codes from pictures and the camera, where the browser can. @param found called with a code's text */
export const startScanner = (found: (text: string) => void, problem: (text: string) => void): void => {
  const kind: unknown = Reflect.get(globalThis, "BarcodeDetector")
  if (!isDetector(kind)) return
  const detector = new kind({ formats: ["qr_code"] })
  const video = byId("video", HTMLVideoElement)
  byId("pictures", HTMLElement).hidden = false

  const read = async (picture: ImageBitmapSource): Promise<boolean> => {
    const [code] = await detector.detect(picture)
    if (code !== undefined) found(code.rawValue)
    return code !== undefined
  }
  const readFile = async (file: File | null | undefined) => {
    if (file == null || !file.type.startsWith("image/")) return
    try {
      if (!(await read(await createImageBitmap(file)))) problem("No QR code found in this image.")
    } catch {
      problem("This image cannot be read.")
    }
  }

  const stop = () => {
    const { srcObject } = video
    if (srcObject instanceof MediaStream) for (const track of srcObject.getTracks()) track.stop()
    video.srcObject = null
    video.hidden = true
  }
  const look = async (): Promise<void> => {
    if (video.hidden) return
    if (video.readyState >= video.HAVE_CURRENT_DATA && (await read(video).catch(() => false))) return stop()
    requestAnimationFrame(() => void look())
  }
  byId("camera", HTMLButtonElement).addEventListener("click", async () => {
    if (!video.hidden) return stop()
    try {
      video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } })
      video.hidden = false
      await video.play()
      await look()
    } catch {
      stop()
      problem("No camera available.")
    }
  })

  byId("picture", HTMLInputElement).addEventListener("change", ({ currentTarget }) => {
    if (currentTarget instanceof HTMLInputElement) void readFile(currentTarget.files?.[0])
  })
  document.addEventListener("paste", ({ clipboardData }) => void readFile(clipboardData?.files[0]))
  document.addEventListener("dragover", (event) => event.preventDefault())
  document.addEventListener("drop", (event) => {
    event.preventDefault()
    void readFile(event.dataTransfer?.files[0])
  })
}
