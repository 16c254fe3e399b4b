import unpacked from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** The bundled build is one for Linux; elsewhere it is the Chrome that is installed. */
const isBundled = process.platform === 'linux' && process.arch === 'x64'
const launchMaxMs = 180_000

/**
 * The bundled build is unpacked at its first use, into a place that all processes share and take for whole as soon as it
 * is there: of two that were first at once, one would run half a browser. So scripts/test.ts does it before any test.
 */
export async function unpackBrowser(): Promise<string | undefined> {
  return isBundled ? await unpacked.executablePath() : undefined
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = await unpackBrowser()
  return await chromium.launch({
    ...(executablePath === undefined ? { channel: 'chrome' } : { executablePath }),
    args: ['--no-sandbox'],
    timeout: launchMaxMs,
  })
}
