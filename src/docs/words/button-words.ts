// A program's button labels, in the languages of words.ts. They are the only strings that a page loads before the first
// run. Other strings of <haze-program> are in element-words.ts, which is loaded on the first run.
import { pickWords } from './pick-words.ts';

const ENGLISH = {
  run: 'Run',
  edit: 'Edit',
  open: 'Open in the playground',
  playground: 'Playground',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading…',
  unreachable: 'The program runner could not be loaded. Check the network, and try again.',
};

export type ButtonWords = Readonly<Record<keyof typeof ENGLISH, string>>;

const WORDS: Readonly<Record<string, ButtonWords>> & { readonly en: ButtonWords } = {
  en: ENGLISH,
  de: {
    run: 'Ausführen',
    edit: 'Bearbeiten',
    open: 'Im Playground öffnen',
    playground: 'Playground',
    copy: 'Kopieren',
    copied: 'Kopiert',
    loading: 'Wird geladen…',
    unreachable:
      'Was Programme ausführt, konnte nicht geladen werden. Netz prüfen und noch einmal versuchen.',
  },
  es: {
    run: 'Ejecutar',
    edit: 'Editar',
    open: 'Abrir en el playground',
    playground: 'Playground',
    copy: 'Copiar',
    copied: 'Copiado',
    loading: 'Cargando…',
    unreachable: 'No se pudo cargar lo que ejecuta programas. Compruebe la red e inténtelo de nuevo.',
  },
  fr: {
    run: 'Exécuter',
    edit: 'Modifier',
    open: 'Ouvrir dans le playground',
    playground: 'Playground',
    copy: 'Copier',
    copied: 'Copié',
    loading: 'Chargement…',
    unreachable: 'Ce qui exécute les programmes n’a pas pu être chargé. Vérifiez le réseau et réessayez.',
  },
  ja: {
    run: '実行',
    edit: '編集',
    open: 'プレイグラウンドで開く',
    playground: 'プレイグラウンド',
    copy: 'コピー',
    copied: 'コピーしました',
    loading: '読み込み中…',
    unreachable:
      'プログラムの実行環境を読み込めませんでした。ネットワークを確認して、もう一度お試しください。',
  },
  zh: {
    run: '运行',
    edit: '编辑',
    open: '在 Playground 中打开',
    playground: 'Playground',
    copy: '复制',
    copied: '已复制',
    loading: '正在加载…',
    unreachable: '无法加载程序运行环境。请检查网络后重试。',
  },
  ar: {
    run: 'تشغيل',
    edit: 'تحرير',
    open: 'فتح في ساحة التجربة',
    playground: 'ساحة التجربة',
    copy: 'نسخ',
    copied: 'تم النسخ',
    loading: 'جارٍ التحميل…',
    unreachable: 'تعذّر تحميل ما يشغّل البرامج. تحقّق من الشبكة ثم أعد المحاولة.',
  },
  he: {
    run: 'הרצה',
    edit: 'עריכה',
    open: 'פתיחה בסביבת ההתנסות',
    playground: 'סביבת התנסות',
    copy: 'העתקה',
    copied: 'הועתק',
    loading: 'בטעינה…',
    unreachable: 'לא ניתן היה לטעון את מה שמריץ תוכניות. בדקו את הרשת ונסו שוב.',
  },
};

/** Labels for a language tag such as `de-CH`; English for all others. */
export function buttonWordsOf(lang: string): ButtonWords {
  return pickWords(WORDS, lang);
}
