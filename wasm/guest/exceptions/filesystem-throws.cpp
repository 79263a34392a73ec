// <filesystem> calls that throw. The library's functions were built without exceptions: if they are called without an
// error_code argument, they terminate the program. Here each call passes an error_code and throws any error along with
// the paths of the call.
#include <filesystem>
#include <system_error>
#include <type_traits>

namespace fs = std::filesystem;
using Path = fs::path;
using Code = std::error_code;

namespace {

// A file that does not exist has both a status and an error code. Its absence is not an error.
template <class T>
bool is_error(const Code &code, const T &) { return static_cast<bool>(code); }
bool is_error(const Code &code, const fs::file_status &status) { return code && status.type() == fs::file_type::none; }

template <class Call, class... Paths>
decltype(auto) throwing(const char *what, Code *code, Call call, const Paths &...paths) {
  if (code) return call(code);
  Code own;
  if constexpr (std::is_void_v<decltype(call(&own))>) {
    call(&own);
    if (own) throw fs::filesystem_error(what, paths..., own);
  } else {
    decltype(auto) result = call(&own);
    if (is_error(own, result)) throw fs::filesystem_error(what, paths..., own);
    return result;
  }
}

}  // namespace

#define UX_LIST(...) __VA_ARGS__
#define WRAP(name, result, what, symbol, parameters, arguments, paths)                                        \
  result __real_##name(parameters) __asm__("__real__ZNSt3__210filesystem" symbol);                            \
  result __wrap_##name(parameters) __asm__("__wrap__ZNSt3__210filesystem" symbol);                            \
  result __wrap_##name(parameters) {                                                                          \
    return throwing(what, code, [&](Code *code) -> result { return __real_##name(arguments); } paths);        \
  }
#define NONE_OF_PATHS(name, result, what, symbol) WRAP(name, result, what, symbol "EPNS_10error_codeE", Code *code, code, )
#define ONE_PATH(name, result, what, symbol) \
  WRAP(name, result, what, symbol "ERKNS0_4pathEPNS_10error_codeE", UX_LIST(const Path &p, Code *code), UX_LIST(p, code), UX_LIST(, p))
#define TWO_PATHS(name, result, what, symbol)                                                                              \
  WRAP(name, result, what, symbol "ERKNS0_4pathES3_PNS_10error_codeE", UX_LIST(const Path &p, const Path &q, Code *code), \
       UX_LIST(p, q, code), UX_LIST(, p, q))

ONE_PATH(absolute, Path, "in absolute", "10__absolute")
ONE_PATH(canonical, Path, "in canonical", "11__canonical")
ONE_PATH(weakly_canonical, Path, "in weakly_canonical", "18__weakly_canonical")
ONE_PATH(file_size, std::uintmax_t, "in file_size", "11__file_size")
ONE_PATH(hard_link_count, std::uintmax_t, "in hard_link_count", "17__hard_link_count")
ONE_PATH(is_empty, bool, "in is_empty", "13__fs_is_empty")
ONE_PATH(last_write_time, fs::file_time_type, "in last_write_time", "17__last_write_time")
ONE_PATH(read_symlink, Path, "in read_symlink", "14__read_symlink")
ONE_PATH(remove, bool, "in remove", "8__remove")
ONE_PATH(remove_all, std::uintmax_t, "in remove_all", "12__remove_all")
ONE_PATH(space, fs::space_info, "in space", "7__space")
ONE_PATH(status, fs::file_status, "in status", "8__status")
ONE_PATH(symlink_status, fs::file_status, "in symlink_status", "16__symlink_status")
ONE_PATH(create_directory, bool, "in create_directory", "18__create_directory")
ONE_PATH(create_directories, bool, "in create_directories", "20__create_directories")
ONE_PATH(change_directory, void, "in current_path", "14__current_path")
NONE_OF_PATHS(current_path, Path, "in current_path", "14__current_path")
NONE_OF_PATHS(temp_directory_path, Path, "in temp_directory_path", "21__temp_directory_path")
TWO_PATHS(copy_symlink, void, "in copy_symlink", "14__copy_symlink")
TWO_PATHS(create_directory_like, bool, "in create_directory", "18__create_directory")
TWO_PATHS(create_directory_symlink, void, "in create_directory_symlink", "26__create_directory_symlink")
TWO_PATHS(create_hard_link, void, "in create_hard_link", "18__create_hard_link")
TWO_PATHS(create_symlink, void, "in create_symlink", "16__create_symlink")
TWO_PATHS(equivalent, bool, "in equivalent", "12__equivalent")
TWO_PATHS(rename, void, "in rename", "8__rename")
WRAP(copy, void, "in copy", "6__copyERKNS0_4pathES3_NS0_12copy_optionsEPNS_10error_codeE",
     UX_LIST(const Path &p, const Path &q, fs::copy_options options, Code *code), UX_LIST(p, q, options, code), UX_LIST(, p, q))
WRAP(copy_file, bool, "in copy_file", "11__copy_fileERKNS0_4pathES3_NS0_12copy_optionsEPNS_10error_codeE",
     UX_LIST(const Path &p, const Path &q, fs::copy_options options, Code *code), UX_LIST(p, q, options, code), UX_LIST(, p, q))
WRAP(permissions, void, "in permissions", "13__permissionsERKNS0_4pathENS0_5permsENS0_12perm_optionsEPNS_10error_codeE",
     UX_LIST(const Path &p, fs::perms permissions, fs::perm_options options, Code *code), UX_LIST(p, permissions, options, code),
     UX_LIST(, p))
WRAP(resize_file, void, "in resize_file", "13__resize_fileERKNS0_4pathEyPNS_10error_codeE",
     UX_LIST(const Path &p, std::uintmax_t size, Code *code), UX_LIST(p, size, code), UX_LIST(, p))
// Constructors and members receive the object as their first argument, and constructors return it. C1 creates complete
// objects; other constructors call C2.
#define OPEN_DIRECTORY(name, letters)                                                                                      \
  WRAP(name, void *, "in directory_iterator",                                                                              \
       "18directory_iterator" letters "ERKNS0_4pathEPNS_10error_codeENS0_17directory_optionsE",                            \
       UX_LIST(void *object, const Path &p, Code *code, fs::directory_options options), UX_LIST(object, p, code, options), \
       UX_LIST(, p))
OPEN_DIRECTORY(open_directory, "C1")
OPEN_DIRECTORY(open_directory_part, "C2")
WRAP(step_in_directory, void *, "in directory_iterator", "18directory_iterator11__incrementEPNS_10error_codeE",
     UX_LIST(void *object, Code *code), UX_LIST(object, code), )
#define OPEN_DIRECTORIES(name, letters)                                                                                    \
  WRAP(name, void *, "in recursive_directory_iterator",                                                                    \
       "28recursive_directory_iterator" letters "ERKNS0_4pathENS0_17directory_optionsEPNS_10error_codeE",                  \
       UX_LIST(void *object, const Path &p, fs::directory_options options, Code *code), UX_LIST(object, p, options, code), \
       UX_LIST(, p))
OPEN_DIRECTORIES(open_directories, "C1")
OPEN_DIRECTORIES(open_directories_part, "C2")
WRAP(step_in_directories, void *, "in recursive_directory_iterator",
     "28recursive_directory_iterator11__incrementEPNS_10error_codeE", UX_LIST(void *object, Code *code), UX_LIST(object, code), )
WRAP(leave_directory, void, "in recursive_directory_iterator", "28recursive_directory_iterator5__popEPNS_10error_codeE",
     UX_LIST(void *object, Code *code), UX_LIST(object, code), )
