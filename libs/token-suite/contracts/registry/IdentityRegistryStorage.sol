// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Initializable} from "@openzeppelin/contracts-upgradeable/proxy/utils/Initializable.sol";
import {Authority} from "../access/Authority.sol";
import {Governed} from "../access/Governed.sol";
import {IIdentity} from "../interfaces/IIdentity.sol";
import {IInvestors} from "../interfaces/IIdentityRegistryStorage.sol";
import {Investors} from "./Investors.sol";

/// The wallets, identities and countries of all investors, shared by all properties. Only bound registries and agents
/// write. The number of bound registries is not limited.
contract IdentityRegistryStorage is IInvestors, Governed, Initializable {
    using Investors for uint256;

    /// Limits the work of summing up an identity's balances.
    uint256 public constant MAX_WALLETS = 8;

    /// @custom:storage-location erc7201:hissa.storage.IdentityRegistryStorage
    struct StorageLayout {
        mapping(address wallet => uint256) investors;
        mapping(address identity => address[]) wallets;
        address[] registries;
        mapping(address registry => uint256) registryPositions;
    }

    bytes32 private constant LAYOUT =
        keccak256(abi.encode(uint256(keccak256("hissa.storage.IdentityRegistryStorage")) - 1))
            & ~bytes32(uint256(0xff));

    error NotAgent(address caller);
    error AlreadyRegistered(address wallet);
    error NotRegistered(address wallet);
    error TooManyWallets(address identity);
    error AlreadyBound(address registry);
    error NotBound(address registry);

    modifier onlyAgent() {
        if (!isAgent(msg.sender)) revert NotAgent(msg.sender);
        _;
    }

    constructor() {
        _disableInitializers();
    }

    function initialize(Authority authority_) external initializer {
        _setAuthority(authority_);
    }

    function addIdentityToStorage(address wallet, IIdentity identity, uint16 country) external onlyAgent {
        if (wallet == address(0) || address(identity) == address(0)) revert ZeroAddress();
        StorageLayout storage $ = _layout();
        if ($.investors[wallet] != 0) revert AlreadyRegistered(wallet);
        $.investors[wallet] = Investors.pack(address(identity), country);
        _link(address(identity), wallet);
        emit IdentityStored(wallet, identity);
    }

    function removeIdentityFromStorage(address wallet) external onlyAgent {
        address identity = _registered(wallet).identityOf();
        _unlink(identity, wallet);
        delete _layout().investors[wallet];
        emit IdentityUnstored(wallet, IIdentity(identity));
    }

    function modifyStoredInvestorCountry(address wallet, uint16 country) external onlyAgent {
        uint256 investor = _registered(wallet);
        _layout().investors[wallet] =
            Investors.pack(investor.identityOf(), country) | (investor & Investors.HAS_OTHER_WALLETS);
        emit CountryModified(wallet, country);
    }

    function modifyStoredIdentity(address wallet, IIdentity identity) external onlyAgent {
        if (address(identity) == address(0)) revert ZeroAddress();
        uint256 investor = _registered(wallet);
        address old = investor.identityOf();
        _unlink(old, wallet);
        _layout().investors[wallet] = Investors.pack(address(identity), investor.countryOf());
        _link(address(identity), wallet);
        emit IdentityModified(IIdentity(old), identity);
    }

    function bindIdentityRegistry(address registry) external onlyOwner {
        if (registry == address(0)) revert ZeroAddress();
        StorageLayout storage $ = _layout();
        if ($.registryPositions[registry] != 0) revert AlreadyBound(registry);
        $.registries.push(registry);
        $.registryPositions[registry] = $.registries.length;
        emit IdentityRegistryBound(registry);
    }

    function unbindIdentityRegistry(address registry) external onlyOwner {
        StorageLayout storage $ = _layout();
        uint256 position = $.registryPositions[registry];
        if (position == 0) revert NotBound(registry);
        address last = $.registries[$.registries.length - 1];
        $.registries[position - 1] = last;
        $.registryPositions[last] = position;
        $.registries.pop();
        delete $.registryPositions[registry];
        emit IdentityRegistryUnbound(registry);
    }

    function isAgent(address account) public view override returns (bool) {
        return _layout().registryPositions[account] != 0 || super.isAgent(account);
    }

    function linkedIdentityRegistries() external view returns (address[] memory) {
        return _layout().registries;
    }

    function storedIdentity(address wallet) external view returns (IIdentity) {
        return IIdentity(_layout().investors[wallet].identityOf());
    }

    function storedInvestorCountry(address wallet) external view returns (uint16) {
        return _layout().investors[wallet].countryOf();
    }

    function investorOf(address wallet) external view returns (uint256) {
        return _layout().investors[wallet];
    }

    function investorsOf(address[] calldata wallets) external view returns (uint256[] memory found) {
        StorageLayout storage $ = _layout();
        found = new uint256[](wallets.length);
        for (uint256 i; i < wallets.length; ++i) {
            found[i] = $.investors[wallets[i]];
        }
    }

    function walletsOf(address identity) external view returns (address[] memory) {
        return _layout().wallets[identity];
    }

    /// Adds a wallet to its identity's list and marks records of identities with several wallets.
    function _link(address identity, address wallet) private {
        StorageLayout storage $ = _layout();
        address[] storage wallets = $.wallets[identity];
        if (wallets.length == MAX_WALLETS) revert TooManyWallets(identity);
        wallets.push(wallet);
        if (wallets.length == 1) return;
        $.investors[wallet] |= Investors.HAS_OTHER_WALLETS;
        if (wallets.length == 2) $.investors[wallets[0]] |= Investors.HAS_OTHER_WALLETS;
    }

    function _unlink(address identity, address wallet) private {
        StorageLayout storage $ = _layout();
        address[] storage wallets = $.wallets[identity];
        uint256 last = wallets.length - 1;
        for (uint256 i; i < last; ++i) {
            if (wallets[i] == wallet) {
                wallets[i] = wallets[last];
                break;
            }
        }
        wallets.pop();
        if (last == 1) $.investors[wallets[0]] &= ~Investors.HAS_OTHER_WALLETS;
    }

    function _registered(address wallet) private view returns (uint256 investor) {
        investor = _layout().investors[wallet];
        if (investor == 0) revert NotRegistered(wallet);
    }

    function _layout() private pure returns (StorageLayout storage $) {
        bytes32 slot = LAYOUT;
        assembly {
            $.slot := slot
        }
    }
}
