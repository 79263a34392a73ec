// Text processing: counting words, Markov chains with a fixed generator, anagrams, tries, wrapping of lines.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

static const char text[] =
    "It is a truth that a sum of small things is a great thing, and that a great thing is a sum of small truths; "
    "a thing that is small is that which is not great, and truth is great when the sum is right.";

struct Trie {
  std::map<char, std::unique_ptr<Trie>> next;
  int count = 0;
  void insert(const std::string &word, std::size_t at = 0) {
    if (at == word.size()) {
      count++;
      return;
    }
    auto &child = next[word[at]];
    if (!child) child = std::make_unique<Trie>();
    child->insert(word, at + 1);
  }
  int nodes() const {
    int total = 1;
    for (const auto &entry : next) total += entry.second->nodes();
    return total;
  }
};

int main() {
  std::vector<std::string> words;
  std::string word;
  for (char c : std::string(text) + " ") {
    if (std::isalpha(static_cast<unsigned char>(c))) word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!word.empty()) words.push_back(word), word.clear();
  }
  std::map<std::string, int> counts;
  std::map<std::string, std::vector<std::string>> follow, anagrams;
  Trie trie;
  for (std::size_t i = 0; i < words.size(); i++) {
    counts[words[i]]++;
    trie.insert(words[i]);
    if (i > 0) follow[words[i - 1]].push_back(words[i]);
    std::string sorted = words[i];
    std::sort(sorted.begin(), sorted.end());
    auto &group = anagrams[sorted];
    if (std::find(group.begin(), group.end(), words[i]) == group.end()) group.push_back(words[i]);
  }
  std::vector<std::pair<int, std::string>> top;
  for (const auto &[w, n] : counts) top.emplace_back(-n, w);
  std::sort(top.begin(), top.end());
  for (int i = 0; i < 5; i++) std::printf("%s %d, ", top[static_cast<std::size_t>(i)].second.c_str(), -top[static_cast<std::size_t>(i)].first);
  std::printf("%zu words, %zu different, %d nodes\n", words.size(), counts.size(), trie.nodes());
  unsigned state = 3;
  std::string current = "it", line;
  for (int i = 0; i < 30; i++) {
    if (line.size() + current.size() > 40) std::printf("%s\n", line.c_str()), line.clear();
    line += (line.empty() ? "" : " ") + current;
    const auto &choices = follow[current];
    state = state * 1664525u + 1013904223u;
    current = choices.empty() ? "it" : choices[(state >> 16) % choices.size()];
  }
  std::printf("%s\n%zu\n", line.c_str(), anagrams.size());
}
