import { drawPdf } from '#src/platform/pdf/draw-pdf.ts'
import type { Drawn } from '#src/platform/pdf/pdf-thread.ts'
import type { Paper } from './draw-certificate.ts'

const DRAWING = new URL('./draw-certificate.ts', import.meta.url)

/**
 * Draws a certificate in the shared PDF worker. If no font has a letter of the attorney's name, returns that letter as
 * `missingLetter` and no bytes: then ask the member for the name in Latin letters.
 */
export const certificatePdf = (paper: Paper): Promise<Drawn> => drawPdf(DRAWING, paper)
