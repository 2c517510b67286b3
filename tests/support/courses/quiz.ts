/** A quiz of three questions, which two correct answers pass. */
export const QUIZ = {
	questions: [
		{ question: 'Two and two?', options: ['three', 'four'], correctAnswer: 1 },
		{ question: 'Up?', options: ['the sky', 'the cellar', 'the yard'], correctAnswer: 0 },
		{ question: 'Who decides?', options: ['you', 'the clock'], correctAnswer: 0 },
	],
	passingScore: 60,
}
