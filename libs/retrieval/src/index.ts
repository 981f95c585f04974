export { Answerability, type Judged } from './answerable/answerability.js'
export { Calibration, type CalibrationModel, type LabelledEvidence } from './answerable/calibration.js'
export { evidenceOf, OFF_TOPIC, type Evidence } from './answerable/evidence.js'
export { fuseRankings, nearestVectors, type Embeddings } from './fusion/embeddings.js'
export {
  IntentClassifier,
  type IntentModel,
  type LabelledQuestion,
  type Prediction,
  type TrainingOptions,
} from './intent/intent-classifier.js'
export { PassageIndex, type SearchOptions } from './search/passage-index.js'
export { type Hit, type Passage, type SearchResult } from './search/passage.js'
export { QUERY_LONGEST } from './search/query.js'
export { detectLanguage, normaliseText, type Language } from './text/normalise.js'
