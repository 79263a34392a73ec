// Strings for the script that pages on other sites use: the name of a frame, and messages about a failure to load. They
// are in the same languages as words.ts, but in a separate module, because such a page loads nothing else before its
// frames.
import { pickWords } from './pick-words.ts';

const ENGLISH = {
  program: 'Program',
  noFrame:
    'The frame that shows and runs this program did not appear: its site cannot be reached, or the security policy of this page (frame-src) does not allow it.',
  noScript:
    'The program runner could not be loaded. Try again, or reload the page. If the page was opened as a file, serve it from a web server instead.',
  tryAgain: 'Try again, and run',
};

export type FrameWords = Readonly<Record<keyof typeof ENGLISH, string>>;

const WORDS: Readonly<Record<string, FrameWords>> & { readonly en: FrameWords } = {
  en: ENGLISH,
  de: {
    program: 'Programm',
    noFrame:
      'Der Rahmen, der dieses Programm zeigt und ausführt, ist nicht erschienen: Seine Website ist nicht erreichbar, oder die Sicherheitsrichtlinie dieser Seite (frame-src) erlaubt ihn nicht.',
    noScript:
      'Was dieses Programm ausführt, konnte nicht geladen werden. Noch einmal versuchen oder die Seite neu laden. Eine Seite aus einer Datei braucht einen Webserver.',
    tryAgain: 'Noch einmal versuchen und ausführen',
  },
  es: {
    program: 'Programa',
    noFrame:
      'El marco que muestra y ejecuta este programa no ha aparecido: no se puede acceder a su sitio, o la política de seguridad de esta página (frame-src) no lo permite.',
    noScript:
      'No se pudo cargar lo que ejecuta este programa. Reintente o vuelva a cargar la página. Una página abierta como archivo necesita un servidor web.',
    tryAgain: 'Reintentar y ejecutar',
  },
  fr: {
    program: 'Programme',
    noFrame:
      'Le cadre qui affiche et exécute ce programme n’est pas apparu : son site est injoignable, ou la politique de sécurité de cette page (frame-src) ne l’autorise pas.',
    noScript:
      'Ce qui exécute ce programme n’a pas pu être chargé. Réessayez ou rechargez la page. Une page ouverte comme fichier a besoin d’un serveur web.',
    tryAgain: 'Réessayer et exécuter',
  },
  ja: {
    program: 'プログラム',
    noFrame:
      'このプログラムを表示して実行するフレームが開きませんでした。サイトに接続できないか、このページのセキュリティポリシー (frame-src) で許可されていません。',
    noScript:
      'このプログラムを実行するものを読み込めませんでした。再試行するか、ページを再読み込みしてください。ファイルとして開いたページには Web サーバーが必要です。',
    tryAgain: '再試行して実行',
  },
  zh: {
    program: '程序',
    noFrame: '显示并运行此程序的框架未能打开: 无法访问其网站, 或此页面的安全策略 (frame-src) 不允许。',
    noScript: '无法加载运行此程序的部分。请重试或重新加载页面。以文件方式打开的页面需要网络服务器。',
    tryAgain: '重试并运行',
  },
  ar: {
    program: 'البرنامج',
    noFrame:
      'لم يظهر الإطار الذي يعرض هذا البرنامج ويشغّله: إما أن الوصول إلى موقعه متعذّر، أو أن سياسة أمان هذه الصفحة (frame-src) لا تسمح به.',
    noScript:
      'تعذّر تحميل ما يشغّل هذا البرنامج. أعد المحاولة أو أعد تحميل الصفحة. الصفحة المفتوحة كملف تحتاج إلى خادم ويب.',
    tryAgain: 'إعادة المحاولة والتشغيل',
  },
  he: {
    program: 'תוכנית',
    noFrame:
      'המסגרת שמציגה ומריצה את התוכנית הזו לא עלתה: האתר שלה אינו נגיש, או שמדיניות האבטחה של הדף הזה (frame-src) אינה מתירה אותה.',
    noScript:
      'לא ניתן היה לטעון את מה שמריץ את התוכנית. נסו שוב או טענו מחדש את הדף. דף שנפתח כקובץ זקוק לשרת אינטרנט.',
    tryAgain: 'ניסיון חוזר והרצה',
  },
};

/** Strings for a language tag such as `de-CH`; English for all others. */
export function frameWordsOf(lang: string): FrameWords {
  return pickWords(WORDS, lang);
}
