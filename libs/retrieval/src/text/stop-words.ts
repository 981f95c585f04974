import { normaliseText } from './normalise.js'

const ENGLISH = `a an the of to in on at for from by with into about is are was were be been being am do does did done have
has had having i me my mine myself we our ours us you your yours he him his she her it its they them their this that these
those there here and or but if then so as than too very just also what which who whom whose when where why how can could will
would shall should may might must not no nor any some all each other another such own same only both more most need want
please tell explain let im ive now still yet already today much many long way thing happen happens happened
mean means work works ok okay thanks hello hi im ive id whats dont doesnt didnt cant wont isnt arent`

const ARABIC = `في من الى على عن مع هل ما ماذا من هو هي هم هذا هذه ذلك تلك الذي التي الذين كيف متى اين لماذا كم اي ان أن إن لا لم لن
ليس او أو ثم قد كان كانت يكون تكون يمكن يمكنني استطيع أريد اريد احتاج عند عندما بعد قبل كل بعض غير بين حتى اذا إذا لو كما انا
انت نحن لي لك له لها لنا لهم به بها فيه فيها منه منها عليه عليها إليه اليها عنه عنها و ف ب ل يا هناك هنا مثل حول خلال لدي
لديك لديه لديهم ايضا أيضا فقط الان سوف مني عني علي بي وما وهل وكيف ولماذا ومتى بماذا لكن او وهو وهي مما فيما تم يتم يجب استطيع تستطيع اقدر افعل احصل ارغب نعم شكرا مرحبا اليوم الآن لازال مازال يزال مازالت زال ذلك عنده عندي عندك`

const words = {
  en: new Set(ENGLISH.split(/\s+/)),
  ar: new Set(ARABIC.split(/\s+/).map(normaliseText)),
}

/** Whether a normalised word carries hardly any topic. */
export function isStopWord(word: string, language: 'en' | 'ar'): boolean {
  return words[language].has(word) || (language === 'ar' && /^[وف]/.test(word) && words.ar.has(word.slice(1)))
}
