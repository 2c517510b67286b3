import * as z from 'zod/mini'

/**
 * An answer to one of the club's own fields, with the field's label at the time: the field may have changed or been
 * deleted.
 */
export const applicantAnswer = z.object({ label: z.string(), value: z.string() })
export type ApplicantAnswer = z.output<typeof applicantAnswer>

/** A question that an admin mailed to the applicant. The answer arrives by email. */
export const applicantQuestion = z.object({ askedAt: z.string(), askedBy: z.string(), question: z.string() })
