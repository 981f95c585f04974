// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Initializable} from "@openzeppelin/contracts-upgradeable/proxy/utils/Initializable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Authority} from "../access/Authority.sol";
import {Governed} from "../access/Governed.sol";
import {Roles} from "../access/Roles.sol";
import {IBatchCompliance, ICompliance} from "../interfaces/ICompliance.sol";
import {IERC3643} from "../interfaces/IERC3643.sol";
import {IBatchIdentityRegistry, IIdentityRegistry} from "../interfaces/IIdentityRegistry.sol";

/// The shares of one property: whole numbers, at most as many as the property has units.
///
/// Nothing can be minted before the hash of the title evidence is recorded. Allotments are minted under dense sequence
/// numbers, so a repeated batch reverts. Other contracts are called with STATICCALL only, except when the owner replaces
/// the compliance contract.
contract PropertyToken is IERC3643, IERC20Metadata, IERC20Errors, Governed, Initializable {
    struct Account {
        uint96 balance;
        uint96 frozen;
        bool isFrozen;
    }

    /// @custom:storage-location erc7201:hissa.storage.PropertyToken
    struct TokenStorage {
        // One slot: all that a batch of mints changes besides the accounts, with the next member.
        uint96 supply;
        uint96 cap;
        uint64 allotments;
        IBatchIdentityRegistry registry;
        uint64 holders;
        bool paused;
        IBatchCompliance compliance;
        bytes32 title;
        address onchainID;
        string name;
        string symbol;
        mapping(address account => Account) accounts;
        mapping(address owner => mapping(address spender => uint256)) allowances;
    }

    bytes32 private constant TOKEN =
        keccak256(abi.encode(uint256(keccak256("hissa.storage.PropertyToken")) - 1)) & ~bytes32(uint256(0xff));

    /// The title evidence was recorded or replaced; `previous` is zero the first time.
    event TitleRecorded(bytes32 indexed evidenceHash, bytes32 indexed previous, address indexed recorder);
    /// Allotments firstSequence to firstSequence + count - 1 were minted.
    event AllotmentsMinted(uint64 indexed firstSequence, uint64 count, bytes32 indexed planHash);

    error TokenPaused();
    error TokenNotPaused();
    error WalletFrozen(address wallet);
    error InsufficientFreeBalance(address wallet, uint256 free, uint256 needed);
    error InsufficientFrozenBalance(address wallet, uint256 frozen, uint256 needed);
    error ReceiverNotVerified(address wallet);
    error RefusedByCompliance(address module, address from, address to);
    error TitleNotRecorded();
    error InvalidTitle();
    error RecorderIsMinter(address recorder);
    error SupplyCapExceeded(uint256 cap, uint256 supply);
    error WrongSequence(uint64 expected, uint64 given);
    error LengthMismatch();
    error EmptyBatch();
    error ZeroAmount();
    error NotWalletOfIdentity(address wallet, address identity);
    error SameWallet();
    error NothingToRecover(address wallet);

    modifier whenNotPaused() {
        if (_token().paused) revert TokenPaused();
        _;
    }

    constructor() {
        _disableInitializers();
    }

    /// Sets the parameters of a property. `cap` is its number of units and can't be changed.
    function initialize(
        Authority authority_,
        address registry,
        address compliance_,
        string calldata name_,
        string calldata symbol_,
        uint96 cap_
    ) external initializer {
        if (cap_ == 0) revert ZeroAmount();
        if (registry == address(0) || compliance_ == address(0)) revert ZeroAddress();
        _setAuthority(authority_);
        TokenStorage storage $ = _token();
        $.registry = IBatchIdentityRegistry(registry);
        $.compliance = IBatchCompliance(compliance_);
        $.name = name_;
        $.symbol = symbol_;
        $.cap = cap_;
        emit IdentityRegistryAdded(registry);
        emit ComplianceAdded(compliance_);
        _informationUpdated();
    }

    // Title and minting

    /// Records or replaces the hash of the title evidence. The caller must not be able to mint.
    function recordTitle(bytes32 evidenceHash) external onlyRole(Roles.TITLE_RECORDER) {
        if (evidenceHash == 0) revert InvalidTitle();
        if (hasRole(Roles.MINTER, msg.sender) || hasRole(Roles.DIRECT_MINTER, msg.sender)) {
            revert RecorderIsMinter(msg.sender);
        }
        TokenStorage storage $ = _token();
        emit TitleRecorded(evidenceHash, $.title, msg.sender);
        $.title = evidenceHash;
    }

    /// Mints allotments under the next sequence numbers, the first of which the caller states. `planHash` identifies the
    /// plan of allotments in the event. A repeated or reordered batch reverts with WrongSequence.
    function mintAllotments(
        uint64 firstSequence,
        bytes32 planHash,
        address[] calldata to,
        uint256[] calldata amounts
    ) external onlyRole(Roles.MINTER) {
        TokenStorage storage $ = _token();
        uint64 expected = $.allotments;
        if (firstSequence != expected) revert WrongSequence(expected, firstSequence);
        uint64 count = uint64(to.length);
        $.allotments = expected + count;
        emit AllotmentsMinted(firstSequence, count, planHash);
        _mint(to, amounts);
    }

    function mint(address to, uint256 amount) external onlyRole(Roles.DIRECT_MINTER) {
        address[] memory holders = new address[](1);
        uint256[] memory amounts = new uint256[](1);
        (holders[0], amounts[0]) = (to, amount);
        _mint(holders, amounts);
    }

    function batchMint(address[] calldata to, uint256[] calldata amounts) external onlyRole(Roles.DIRECT_MINTER) {
        _mint(to, amounts);
    }

    // Transfers

    function transfer(address to, uint256 amount) external whenNotPaused returns (bool) {
        _transfer(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external whenNotPaused returns (bool) {
        uint256 allowed = allowance(from, msg.sender);
        if (allowed < amount) revert ERC20InsufficientAllowance(msg.sender, allowed, amount);
        if (allowed != type(uint256).max) _token().allowances[from][msg.sender] = allowed - amount;
        _transfer(from, to, amount);
        return true;
    }

    function batchTransfer(address[] calldata to, uint256[] calldata amounts) external whenNotPaused {
        _requireSameLength(to.length, amounts.length);
        for (uint256 i; i < to.length; ++i) {
            _transfer(msg.sender, to[i], amounts[i]);
        }
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        if (spender == address(0)) revert ERC20InvalidSpender(spender);
        _token().allowances[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    // Enforcement

    /// Moves shares without the holder, also while the token is paused, the sender frozen or the shares locked up. The
    /// receiver must be verified, not frozen, and allowed by the compliance contract. Frozen shares move last. A transfer to
    /// the same wallet is refused, because its only effect would be to unfreeze shares.
    function forcedTransfer(address from, address to, uint256 amount)
        public
        onlyRole(Roles.ENFORCER)
        returns (bool)
    {
        if (from == to) revert SameWallet();
        _requireReceiver(from, to, amount, true);
        _unfreezeFor(from, amount);
        _move(from, to, amount);
        return true;
    }

    function batchForcedTransfer(address[] calldata from, address[] calldata to, uint256[] calldata amounts)
        external
    {
        _requireSameLength(from.length, to.length);
        _requireSameLength(from.length, amounts.length);
        for (uint256 i; i < from.length; ++i) {
            forcedTransfer(from[i], to[i], amounts[i]);
        }
    }

    /// Moves all shares, and what is frozen of them, from a lost wallet to a new one. Both must be registered for the same
    /// identity: the registrar registers the new wallet first, and deletes the lost one when every token has been recovered.
    function recoveryAddress(address lostWallet, address newWallet, address investorOnchainID)
        external
        onlyRole(Roles.ENFORCER)
        returns (bool)
    {
        if (lostWallet == newWallet) revert SameWallet();
        TokenStorage storage $ = _token();
        if (investorOnchainID == address(0)) revert ZeroAddress();
        if (address($.registry.identity(lostWallet)) != investorOnchainID) {
            revert NotWalletOfIdentity(lostWallet, investorOnchainID);
        }
        if (address($.registry.identity(newWallet)) != investorOnchainID) {
            revert NotWalletOfIdentity(newWallet, investorOnchainID);
        }
        Account memory lost = $.accounts[lostWallet];
        if (lost.balance == 0) revert NothingToRecover(lostWallet);
        _requireReceiver(lostWallet, newWallet, lost.balance, true);
        _unfreezeFor(lostWallet, lost.balance);
        _move(lostWallet, newWallet, lost.balance);
        if (lost.frozen > 0) _freeze(newWallet, lost.frozen);
        if (lost.isFrozen) _setFrozen(newWallet, true);
        emit RecoverySuccess(lostWallet, newWallet, investorOnchainID);
        return true;
    }

    /// Burns shares. Frozen shares are burned last.
    function burn(address wallet, uint256 amount) public onlyRole(Roles.ENFORCER) {
        if (amount == 0) revert ZeroAmount();
        TokenStorage storage $ = _token();
        _unfreezeFor(wallet, amount);
        Account storage account = $.accounts[wallet];
        account.balance -= uint96(amount);
        if (account.balance == 0) --$.holders;
        $.supply -= uint96(amount);
        emit Transfer(wallet, address(0), amount);
    }

    function batchBurn(address[] calldata wallets, uint256[] calldata amounts) external {
        _requireSameLength(wallets.length, amounts.length);
        for (uint256 i; i < wallets.length; ++i) {
            burn(wallets[i], amounts[i]);
        }
    }

    function setAddressFrozen(address wallet, bool freeze) public onlyRole(Roles.ENFORCER) {
        _setFrozen(wallet, freeze);
    }

    function batchSetAddressFrozen(address[] calldata wallets, bool[] calldata freeze) external {
        _requireSameLength(wallets.length, freeze.length);
        for (uint256 i; i < wallets.length; ++i) {
            setAddressFrozen(wallets[i], freeze[i]);
        }
    }

    function freezePartialTokens(address wallet, uint256 amount) public onlyRole(Roles.ENFORCER) {
        _freeze(wallet, amount);
    }

    function batchFreezePartialTokens(address[] calldata wallets, uint256[] calldata amounts) external {
        _requireSameLength(wallets.length, amounts.length);
        for (uint256 i; i < wallets.length; ++i) {
            freezePartialTokens(wallets[i], amounts[i]);
        }
    }

    function unfreezePartialTokens(address wallet, uint256 amount) public onlyRole(Roles.ENFORCER) {
        Account storage account = _token().accounts[wallet];
        if (amount > account.frozen) revert InsufficientFrozenBalance(wallet, account.frozen, amount);
        account.frozen -= uint96(amount);
        emit TokensUnfrozen(wallet, amount);
    }

    function batchUnfreezePartialTokens(address[] calldata wallets, uint256[] calldata amounts) external {
        _requireSameLength(wallets.length, amounts.length);
        for (uint256 i; i < wallets.length; ++i) {
            unfreezePartialTokens(wallets[i], amounts[i]);
        }
    }

    /// Stops transfers and mints; enforcement remains possible.
    function pause() external onlyRole(Roles.PAUSER) whenNotPaused {
        _token().paused = true;
        emit Paused(msg.sender);
    }

    function unpause() external onlyRole(Roles.PAUSER) {
        if (!_token().paused) revert TokenNotPaused();
        _token().paused = false;
        emit Unpaused(msg.sender);
    }

    // Settings

    function setName(string calldata name_) external onlyOwner {
        _token().name = name_;
        _informationUpdated();
    }

    function setSymbol(string calldata symbol_) external onlyOwner {
        _token().symbol = symbol_;
        _informationUpdated();
    }

    function setOnchainID(address onchainID_) external onlyOwner {
        _token().onchainID = onchainID_;
        _informationUpdated();
    }

    /// Replaces the registry. It must have this suite's verifiedInvestors.
    function setIdentityRegistry(address registry) external onlyOwner {
        if (registry == address(0)) revert ZeroAddress();
        _token().registry = IBatchIdentityRegistry(registry);
        emit IdentityRegistryAdded(registry);
    }

    /// Replaces the compliance contract. It must have this suite's refusals. One of this suite accepts only tokens that its
    /// owner has bound before; another one is asked to bind this token. The contract in use stays bound.
    function setCompliance(address compliance_) external onlyOwner {
        if (compliance_ == address(0)) revert ZeroAddress();
        TokenStorage storage $ = _token();
        // Unbound from the contract in use, the token could not be bound to it again.
        if (compliance_ == address($.compliance) && $.compliance.isTokenBound(address(this))) return;
        if ($.compliance.isTokenBound(address(this))) $.compliance.unbindToken(address(this));
        $.compliance = IBatchCompliance(compliance_);
        if (!$.compliance.isTokenBound(address(this))) $.compliance.bindToken(address(this));
        emit ComplianceAdded(compliance_);
    }

    // Reads

    function name() external view returns (string memory) {
        return _token().name;
    }

    function symbol() external view returns (string memory) {
        return _token().symbol;
    }

    function decimals() external pure returns (uint8) {
        return 0;
    }

    function version() public pure returns (string memory) {
        return "1.0.0";
    }

    function onchainID() external view returns (address) {
        return _token().onchainID;
    }

    function identityRegistry() external view returns (IIdentityRegistry) {
        return _token().registry;
    }

    function compliance() external view returns (ICompliance) {
        return _token().compliance;
    }

    function totalSupply() external view returns (uint256) {
        return _token().supply;
    }

    /// Returns the number of units of the property, which the supply never exceeds.
    function cap() external view returns (uint256) {
        return _token().cap;
    }

    /// Returns the number of minted allotments, which is the next sequence number.
    function allotmentCount() external view returns (uint64) {
        return _token().allotments;
    }

    /// Returns the number of wallets with shares.
    function holderCount() external view returns (uint256) {
        return _token().holders;
    }

    /// Returns the hash of the title evidence; zero until it is recorded.
    function title() external view returns (bytes32) {
        return _token().title;
    }

    function balanceOf(address wallet) external view returns (uint256) {
        return _token().accounts[wallet].balance;
    }

    function allowance(address from, address spender) public view returns (uint256) {
        return _token().allowances[from][spender];
    }

    function paused() external view returns (bool) {
        return _token().paused;
    }

    function isFrozen(address wallet) external view returns (bool) {
        return _token().accounts[wallet].isFrozen;
    }

    function getFrozenTokens(address wallet) external view returns (uint256) {
        return _token().accounts[wallet].frozen;
    }

    /// An agent of ERC-3643 may mint, enforce and pause: appointed by the owner, or with all three roles.
    function isAgent(address account) public view override returns (bool) {
        return hasRole(Roles.DIRECT_MINTER, account) && hasRole(Roles.ENFORCER, account)
            && hasRole(Roles.PAUSER, account);
    }

    function _isAgentRole(bytes32 role) internal pure override returns (bool) {
        return role == Roles.DIRECT_MINTER || role == Roles.ENFORCER || role == Roles.PAUSER;
    }

    // Rules

    /// Adds the shares first and then lets the compliance contract check the resulting balances, which covers a wallet
    /// that occurs twice. A refusal reverts everything.
    function _mint(address[] memory to, uint256[] memory amounts) private whenNotPaused {
        TokenStorage storage $ = _token();
        if ($.title == 0) revert TitleNotRecorded();
        _requireSameLength(to.length, amounts.length);
        if (to.length == 0) revert EmptyBatch();
        uint256[] memory investors = $.registry.verifiedInvestors(to);
        uint256[] memory balances = _credit($, to, amounts);
        (address module, address holder) = $.compliance.mintRefusal(to, balances, investors);
        if (module != address(0)) revert RefusedByCompliance(module, address(0), holder);
    }

    function _credit(TokenStorage storage $, address[] memory to, uint256[] memory amounts)
        private
        returns (uint256[] memory balances)
    {
        balances = new uint256[](to.length);
        uint256 cap_ = $.cap;
        uint256 supply = $.supply;
        uint64 holders = $.holders;
        for (uint256 i; i < to.length; ++i) {
            (address wallet, uint256 amount) = (to[i], amounts[i]);
            if (amount == 0) revert ZeroAmount();
            Account memory account = $.accounts[wallet];
            if (account.isFrozen) revert WalletFrozen(wallet);
            if (amount > cap_ - supply) revert SupplyCapExceeded(cap_, supply);
            supply += amount;
            if (account.balance == 0) ++holders;
            account.balance += uint96(amount);
            balances[i] = account.balance;
            $.accounts[wallet] = account;
            emit Transfer(address(0), wallet, amount);
        }
        $.supply = uint96(supply);
        $.holders = holders;
    }

    function _transfer(address from, address to, uint256 amount) private {
        // Compliance modules would take it for a mint, even of no shares, which needs no allowance.
        if (from == address(0)) revert ERC20InvalidSender(from);
        Account memory sender = _token().accounts[from];
        if (sender.isFrozen) revert WalletFrozen(from);
        uint256 free = sender.balance - sender.frozen;
        if (amount > free) revert InsufficientFreeBalance(from, free, amount);
        _requireReceiver(from, to, amount, false);
        _move(from, to, amount);
    }

    function _requireReceiver(address from, address to, uint256 amount, bool forced) private view {
        TokenStorage storage $ = _token();
        if ($.accounts[to].isFrozen) revert WalletFrozen(to);
        if (!$.registry.isVerified(to)) revert ReceiverNotVerified(to);
        address module = $.compliance.refusal(from, to, amount, forced);
        if (module != address(0)) revert RefusedByCompliance(module, from, to);
    }

    /// Moves shares that the caller has checked to be there.
    function _move(address from, address to, uint256 amount) private {
        TokenStorage storage $ = _token();
        Account storage sender = $.accounts[from];
        Account storage receiver = $.accounts[to];
        if (amount > 0 && from != to) {
            bool isNewHolder = receiver.balance == 0;
            sender.balance -= uint96(amount);
            receiver.balance += uint96(amount);
            bool isFormerHolder = sender.balance == 0;
            if (isNewHolder && !isFormerHolder) ++$.holders;
            if (isFormerHolder && !isNewHolder) --$.holders;
        }
        emit Transfer(from, to, amount);
    }

    /// Reduces the frozen shares so far that the amount is free.
    function _unfreezeFor(address wallet, uint256 amount) private {
        Account storage account = _token().accounts[wallet];
        (uint256 balance, uint256 frozen) = (account.balance, account.frozen);
        if (amount > balance) revert ERC20InsufficientBalance(wallet, balance, amount);
        if (amount <= balance - frozen) return;
        account.frozen = uint96(balance - amount);
        emit TokensUnfrozen(wallet, frozen - (balance - amount));
    }

    function _freeze(address wallet, uint256 amount) private {
        Account storage account = _token().accounts[wallet];
        uint256 free = account.balance - account.frozen;
        if (amount > free) revert InsufficientFreeBalance(wallet, free, amount);
        account.frozen += uint96(amount);
        emit TokensFrozen(wallet, amount);
    }

    function _setFrozen(address wallet, bool freeze) private {
        _token().accounts[wallet].isFrozen = freeze;
        emit AddressFrozen(wallet, freeze, msg.sender);
    }

    function _informationUpdated() private {
        TokenStorage storage $ = _token();
        emit UpdatedTokenInformation($.name, $.symbol, 0, version(), $.onchainID);
    }

    function _requireSameLength(uint256 a, uint256 b) private pure {
        if (a != b) revert LengthMismatch();
    }

    function _token() private pure returns (TokenStorage storage $) {
        bytes32 slot = TOKEN;
        assembly {
            $.slot := slot
        }
    }
}
