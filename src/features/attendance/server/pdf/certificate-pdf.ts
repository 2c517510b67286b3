import { drawPdf } from '#src/platform/pdf/draw-pdf.ts'
import type { Drawn } from '#src/platform/pdf/pdf-thread.ts'
import type { Paper } from './draw-certificate.ts'

const DRAWING = new URL('./draw-certificate.ts', import.meta.url)

/**
 * Draws a certificate in the worker of all papers. Without bytes, no font has `missingLetter` of the attorney's name:
 * ask for it in Latin letters, before the certificate is issued.
 */
export const certificatePdf = (paper: Paper): Promise<Drawn> => drawPdf(DRAWING, paper)
