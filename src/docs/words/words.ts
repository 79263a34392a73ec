// Captions and labels on a page, in eight languages: together with the button labels, the only text on the page that
// comes from neither authors nor programs. The button labels are in button-words.ts, because a page's script needs only
// those labels. Two of the languages are written from right to left. The strings include their direction, because the
// page may be in yet another language.
import { pickWords } from './pick-words.ts';

const ENGLISH = {
  program: 'Program',
  source: 'Source',
  output: 'Output',
  errorOutput: 'Error output',
  failed: 'This program does not work as intended:',
  status: 'Ends with status',
  /** `{count}` is replaced by the number of omitted characters. */
  cut: 'Only the beginning is shown; the last {count} characters are hidden.',
};

export type Words = Readonly<Record<keyof typeof ENGLISH, string>>;

const WORDS: Readonly<Record<string, Words>> & { readonly en: Words } = {
  en: ENGLISH,
  de: {
    program: 'Programm',
    source: 'Quelltext',
    output: 'Ausgabe',
    errorOutput: 'Fehlerausgabe',
    failed: 'Dieses Programm tut nicht, was es soll:',
    status: 'Endet mit Status',
    cut: 'Nur der Anfang davon ist zu sehen, {count} weitere Zeichen nicht.',
  },
  es: {
    program: 'Programa',
    source: 'Código fuente',
    output: 'Salida',
    errorOutput: 'Salida de errores',
    failed: 'Este programa no hace lo que debe:',
    status: 'Termina con estado',
    cut: 'Solo se muestra el principio; faltan {count} caracteres.',
  },
  fr: {
    program: 'Programme',
    source: 'Code source',
    output: 'Sortie',
    errorOutput: 'Sortie d’erreur',
    failed: 'Ce programme ne fait pas ce qu’il doit :',
    status: 'Se termine avec le statut',
    cut: 'Seul le début est affiché ; il manque {count} caractères.',
  },
  ja: {
    program: 'プログラム',
    source: 'ソース',
    output: '出力',
    errorOutput: 'エラー出力',
    failed: 'このプログラムは期待どおりに動作しません:',
    status: '終了ステータス',
    cut: '先頭の部分だけを表示しています。残りは {count} 文字です。',
  },
  zh: {
    program: '程序',
    source: '源代码',
    output: '输出',
    errorOutput: '错误输出',
    failed: '此程序未按预期运行:',
    status: '退出状态',
    cut: '仅显示开头部分，其余 {count} 个字符未显示。',
  },
  ar: {
    program: 'البرنامج',
    source: 'الشيفرة المصدرية',
    output: 'المخرجات',
    errorOutput: 'مخرجات الأخطاء',
    failed: 'لا يفعل هذا البرنامج ما ينبغي أن يفعله:',
    status: 'ينتهي برمز الحالة',
    cut: 'لا تظهر هنا إلا بدايتها. عدد المحارف غير المعروضة: {count}',
  },
  he: {
    program: 'תוכנית',
    source: 'קוד מקור',
    output: 'פלט',
    errorOutput: 'פלט שגיאות',
    failed: 'תוכנית זו אינה עושה את מה שעליה לעשות:',
    status: 'מסתיימת בקוד יציאה',
    cut: 'מוצגת רק ההתחלה. תווים שאינם מוצגים: {count}',
  },
};

/** Strings for a language tag such as `de-CH`; English for all others. */
export function wordsOf(lang: string): Words {
  return pickWords(WORDS, lang);
}
